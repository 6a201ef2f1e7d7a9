// Whether two builds were measured under conditions that a metric calls comparable.

#ifndef BENCHCELL_RUNNERS_REPORT_COMPARABILITY_H_
#define BENCHCELL_RUNNERS_REPORT_COMPARABILITY_H_

#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// Something observed that isn't the same in all runs of the two builds.
struct Unlike {
  std::string name;
  // What the runs of each build observed, sorted, each once; empty text for runs that don't tell.
  std::vector<std::string> baseline;
  std::vector<std::string> changed;
};

// In the order of Metric.comparable. Empty if all runs observed the same, and where a build has no
// run. A name that no run tells of is the same everywhere.
std::vector<Unlike> FindUnlike(const v1::Metric& metric,
                               const std::vector<const v1::RunRecord*>& baseline,
                               const std::vector<const v1::RunRecord*>& changed);

// `node 24.21.0 against 24.22.3, valgrind 3.19.0 and 3.20.0 against 3.19.0`: the baseline first. In
// Markdown.
std::string UnlikeWords(const std::vector<Unlike>& unlike);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_COMPARABILITY_H_
