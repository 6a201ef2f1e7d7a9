// A metric that an experiment reads from what its commands write.

#ifndef BENCHCELL_PLUGINS_COMMAND_METRIC_SPEC_H_
#define BENCHCELL_PLUGINS_COMMAND_METRIC_SPEC_H_

#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/metric.pb.h"

namespace benchcell::command {

struct MetricSpec {
  enum class Pattern { kRegex, kJsonPointer };

  v1::Metric metric;
  // Where it is looked for: `stdout`, `stderr`, or a file that the command writes, by its path from
  // where the command runs.
  std::string source = "stdout";
  bool is_file = false;
  Pattern kind = Pattern::kRegex;
  // RE2 with at most one group, which is the value (all of it without one); or RFC 6901.
  std::string pattern;
};

// Reads NAME[UNIT,DIRECTION]=PLACE:KIND:PATTERN, as in
//
//     rate[1/s,higher]=regex:rate: ([0-9.]+)
//     size[By,lower]=stderr:json:/total/bytes
//     pause[s,lower]=file:out/gc.json:json:/longest
//
// UNIT in UCUM, DIRECTION lower, higher or neutral; without them `1` and neutral. PLACE is stdout
// where it is left out. INVALID_ARGUMENT: what was found, what was expected.
absl::StatusOr<MetricSpec> ParseMetricSpec(const std::string& text);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_METRIC_SPEC_H_
