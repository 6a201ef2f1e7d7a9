// Profiles for the benchmark of the reader of Callgrind's files.

#ifndef BENCHCELL_TESTS_PERF_PROFILE_FILE_H_
#define BENCHCELL_TESTS_PERF_PROFILE_FILE_H_

#include <cstdint>
#include <functional>
#include <string_view>

namespace benchcell {

struct WrittenProfile {
  uint64_t bytes = 0;
  uint64_t parts = 0;
  // Of the first event, over all parts.
  uint64_t cost = 0;
};

// A profile as Callgrind writes it for CodSpeed's runner (names in full, one part for each of many
// benchmarks, positions by line), handed to `write` piece by piece: parts until there are `bytes`.
// The mix of lines, their lengths and the number of functions in a part are those of a recorded
// profile of vitest (fixtures/recorded/codspeed). A function has the same lines wherever it is,
// with other costs; which functions a part has and in which order is drawn, some being in nearly
// every part and most in few. Costs sum up to totals. The same bytes every time.
WrittenProfile WriteProfile(uint64_t bytes, const std::function<void(std::string_view)>& write);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_PROFILE_FILE_H_
