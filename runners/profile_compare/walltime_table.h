// The change of mean times, from what CodSpeed's walltime mode keeps of its rounds.
//
// There is one value of each statistic a side and no samples, so the pairs of a benchcell table
// don't exist. Mean, standard deviation and number of rounds are what Welch's test needs
// (runners/stats/welch.h). The interval is that of the difference of the means in per cent of the
// base's mean, whose own error is left out.

#ifndef BENCHCELL_RUNNERS_PROFILE_COMPARE_WALLTIME_TABLE_H_
#define BENCHCELL_RUNNERS_PROFILE_COMPARE_WALLTIME_TABLE_H_

#include <optional>
#include <string>
#include <vector>

#include "plugins/codspeed/profile/profile.h"

namespace benchcell {

struct WalltimeSide {
  double mean = 0;  // seconds
  double deviation = 0;
  double median = 0;
  double rounds = 0;
};

struct WalltimeRow {
  std::string benchmark;
  // Absent where the profile doesn't have the benchmark.
  std::optional<WalltimeSide> base;
  std::optional<WalltimeSide> head;
  // In per cent of the base's mean. The interval is absent below two rounds a side, or if none
  // differs from another.
  std::optional<double> change_percent;
  std::optional<double> half_width_percent;
};

// Benchmarks of the base in its order, then those that only the head has.
std::vector<WalltimeRow> CompareWalltime(const codspeed::ImportedProfile& base,
                                         const codspeed::ImportedProfile& head, double confidence);

// In Markdown, with a caption that says what was done.
std::string RenderWalltime(const std::vector<WalltimeRow>& rows, const std::string& title,
                           double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PROFILE_COMPARE_WALLTIME_TABLE_H_
