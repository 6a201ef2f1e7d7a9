// What profiles of CodSpeed tell of a benchmark. The one list: the plugin's description, the reader
// of profiles and `benchcell compare` all go by it.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_METRICS_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_METRICS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchcell/v1/metric.pb.h"

namespace benchcell::codspeed {

// How CodSpeed's runner measured.
enum class ProfileMode { kSimulation, kWalltime };

// `simulation`, `walltime`: the runner's words.
std::string ModeName(ProfileMode mode);

// The metric whose cost is told by frame, and the first of simulation.
inline constexpr char kInstructions[] = "instructions";
// The first of walltime.
inline constexpr char kWallTime[] = "wall_time";

// All of scope BENCHMARK; the first is the one that a table shows. Those that are counted are exact
// and comparable only for the same node, valgrind and processor.
std::vector<v1::Metric> MetricsOf(ProfileMode mode);

// A value as Callgrind counts it.
struct EventMetric {
  std::string_view metric;
  // Samples are the count times this: 1e-9 for nanoseconds.
  double scale = 1;
};

// The metric for an event's short name in an `events:` line: `Ir`. None for events that aren't
// known.
std::optional<EventMetric> MetricOfEvent(std::string_view event);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_METRICS_H_
