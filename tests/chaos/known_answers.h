// What the measured program of the chaos test says, known beforehand: a function of cell and build.

#ifndef BENCHCELL_TESTS_CHAOS_KNOWN_ANSWERS_H_
#define BENCHCELL_TESTS_CHAOS_KNOWN_ANSWERS_H_

#include <cstdint>

namespace benchcell::chaos {

inline constexpr char kPluginName[] = "chaos";
inline constexpr char kAxis[] = "case";
inline constexpr char kMetric[] = "answer";
inline constexpr char kProgramInput[] = "program";
// Name of the program in its bundle.
inline constexpr char kProgramFile[] = "workload";
// How long a run takes, in milliseconds.
inline constexpr char kLengthParameter[] = "length";
inline constexpr char kBaseline[] = "one";
inline constexpr char kChanged[] = "other";

// No two of them are the same.
inline uint64_t KnownAnswer(uint64_t level, bool changed) {
  return 1000 + 100 * level + (changed ? 7 * (level + 1) : 0);
}

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_KNOWN_ANSWERS_H_
