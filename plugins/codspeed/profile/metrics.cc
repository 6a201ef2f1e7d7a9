#include "plugins/codspeed/profile/metrics.h"

#include <utility>

namespace benchcell::codspeed {
namespace {

struct Event {
  std::string_view event;
  std::string_view metric;
  std::string_view unit;
  double scale;
  bool exact;
  std::string_view description;
};

// In the order in which a description lists them.
constexpr Event kEvents[] = {
    {"Ir", kInstructions, "1", 1, true, "Instructions executed, as Callgrind counts them."},
    {"Dr", "data_reads", "1", 1, true, "Reads of data."},
    {"Dw", "data_writes", "1", 1, true, "Writes of data."},
    {"I1mr", "l1_instruction_misses", "1", 1, true,
     "Instructions that were not in the simulated first-level cache."},
    {"D1mr", "l1_read_misses", "1", 1, true,
     "Reads that were not in the simulated first-level cache."},
    {"D1mw", "l1_write_misses", "1", 1, true,
     "Writes that were not in the simulated first-level cache."},
    {"ILmr", "ll_instruction_misses", "1", 1, true,
     "Instructions that were not in the simulated last-level cache."},
    {"DLmr", "ll_read_misses", "1", 1, true,
     "Reads that were not in the simulated last-level cache."},
    {"DLmw", "ll_write_misses", "1", 1, true,
     "Writes that were not in the simulated last-level cache."},
    {"sysCount", "system_calls", "1", 1, true, "System calls."},
    {"sysTime", "system_call_time", "s", 1e-9, false, "Time that passed in system calls."},
    {"sysCpuTime", "system_call_cpu_time", "s", 1e-9, false, "CPU time of system calls."},
    {"Ct", "estimated_cycles_throughput", "1", 0.01, true,
     "Cycles where throughput is the bound, as CodSpeed's valgrind estimates them."},
    {"Cl", "estimated_cycles_latency", "1", 0.01, true,
     "Cycles where latency is the bound, as CodSpeed's valgrind estimates them."},
};

v1::Metric Metric(std::string_view name, std::string_view unit, v1::Direction direction,
                  std::string_view description) {
  v1::Metric metric;
  metric.set_name(std::string(name));
  metric.set_unit(std::string(unit));
  metric.set_direction(direction);
  metric.set_scope(v1::BENCHMARK);
  metric.set_description(std::string(description));
  return metric;
}

std::vector<v1::Metric> SimulationMetrics() {
  std::vector<v1::Metric> metrics;
  for (const Event& event : kEvents) {
    v1::Metric metric = Metric(event.metric, event.unit, v1::LOWER_IS_BETTER, event.description);
    metric.set_exact(event.exact);
    for (const char* fact : {"node", "valgrind", "processor"}) metric.add_comparable(fact);
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

std::vector<v1::Metric> WalltimeMetrics() {
  std::vector<v1::Metric> metrics = {
      Metric(kWallTime, "s", v1::LOWER_IS_BETTER, "Median of the time of an iteration."),
      Metric("wall_time_mean", "s", v1::LOWER_IS_BETTER, "Mean time of an iteration."),
      Metric("wall_time_deviation", "s", v1::LOWER_IS_BETTER,
             "Standard deviation of the time of an iteration between rounds."),
      Metric("wall_time_minimum", "s", v1::LOWER_IS_BETTER, "Shortest time of an iteration."),
      Metric("wall_time_maximum", "s", v1::LOWER_IS_BETTER, "Longest time of an iteration."),
      Metric("wall_time_first_quartile", "s", v1::LOWER_IS_BETTER,
             "First quartile of the time of an iteration."),
      Metric("wall_time_third_quartile", "s", v1::LOWER_IS_BETTER,
             "Third quartile of the time of an iteration."),
      Metric("rounds", "1", v1::NEUTRAL, "Rounds that were timed."),
      Metric("iterations_per_round", "1", v1::NEUTRAL, "Iterations in a round."),
      Metric("total_time", "s", v1::NEUTRAL, "Time of all rounds."),
      Metric("outlier_rounds", "1", v1::LOWER_IS_BETTER,
             "Rounds beyond one and a half interquartile ranges from the quartiles."),
  };
  for (v1::Metric& metric : metrics) metric.add_comparable("processor");
  return metrics;
}

}  // namespace

std::string ModeName(ProfileMode mode) {
  return mode == ProfileMode::kSimulation ? "simulation" : "walltime";
}

std::vector<v1::Metric> MetricsOf(ProfileMode mode) {
  return mode == ProfileMode::kSimulation ? SimulationMetrics() : WalltimeMetrics();
}

std::optional<EventMetric> MetricOfEvent(std::string_view event) {
  for (const Event& known : kEvents) {
    if (known.event == event) return EventMetric{known.metric, known.scale};
  }
  return std::nullopt;
}

}  // namespace benchcell::codspeed
