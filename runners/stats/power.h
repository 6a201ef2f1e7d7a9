// What a design of n pairs can find out, before (or after) it is measured.
//
// Log ratios of pairs are taken as normal with standard deviation `log_ratio_sd`. The power of the
// signed-rank test at its attained level is then that of the paired t test at that level with
// n * 3/pi pairs, 3/pi being the asymptotic relative efficiency under normality (Hollander, Wolfe &
// Chicken, section 3.11; the t test's power is the noncentral t distribution). Where only n
// equal signs reject, the power is Phi(shift / sd)^n, exactly. A simulation in power_test.cc holds
// the power within [0.88, 0.92] of the wanted 0.9.

#ifndef BENCHCELL_RUNNERS_STATS_POWER_H_
#define BENCHCELL_RUNNERS_STATS_POWER_H_

#include <cstdint>
#include <optional>

namespace benchcell {

struct TestGoal {
  // Level of the two-sided test; divide it by the number of rows to plan for a corrected table.
  double alpha = 0.05;
  // Wanted probability that the change is found.
  double power = 0.9;
};

// The smallest shift that n pairs find with the goal's power, in standard deviations of a pair's
// log ratio. Absent if n pairs can never reach the level. Takes about a millisecond; ask once where
// many rows have the same number of pairs.
std::optional<double> DetectableShift(int64_t pairs, const TestGoal& goal);

// The smallest change that n pairs find with the goal's power, as a share: 0.01 is one per cent
// more. `log_ratio_sd` is finite and at least 0. Absent like the shift.
std::optional<double> SmallestDetectableChange(int64_t pairs, double log_ratio_sd,
                                               const TestGoal& goal);

// The smallest number of pairs that finds a change of this share (above -1, not 0). Absent if more
// than `most` would be needed.
std::optional<int64_t> PairsToDetect(double change, double log_ratio_sd, const TestGoal& goal,
                                     int64_t most);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_POWER_H_
