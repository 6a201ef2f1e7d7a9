#include "plugins/node_core/description.h"

#include <string>

namespace benchcell::node_core {
namespace {

v1::AxisSpec BenchmarkAxis() {
  v1::AxisSpec axis;
  axis.set_name(kBenchmarkAxis);
  axis.set_title(
      "file under the tree's folder benchmark/; each of the configurations that it declares is a "
      "cell of its own");
  axis.set_pattern(R"([A-Za-z0-9_-]+(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+\.js)");
  axis.set_pattern_title("a file of a category, as in misc/startup-core.js");
  return axis;
}

v1::InputSpec Input(const std::string& name, const std::string& title) {
  v1::InputSpec input;
  input.set_name(name);
  input.set_title(title);
  input.set_required(true);
  return input;
}

v1::ParameterSpec Parameter(const std::string& name, const std::string& pattern,
                            const std::string& pattern_title, const std::string& title) {
  v1::ParameterSpec parameter;
  parameter.set_name(name);
  parameter.set_title(title);
  parameter.set_pattern(pattern);
  parameter.set_pattern_title(pattern_title);
  return parameter;
}

v1::Metric Metric(const std::string& name, const std::string& unit, v1::Direction direction,
                  const std::string& description) {
  v1::Metric metric;
  metric.set_name(name);
  metric.set_unit(unit);
  metric.set_direction(direction);
  metric.set_scope(v1::RUN);
  metric.set_description(description);
  return metric;
}

}  // namespace

v1::PluginDescription Description() {
  v1::PluginDescription description;
  description.set_name("node_core");
  description.set_version("1");
  description.set_title("benchmark files of node core, one process for each run");
  description.set_discovers_cells(true);
  *description.add_axis() = BenchmarkAxis();
  *description.add_input() = Input("node", "node, with bin/node");
  *description.add_input() =
      Input("source",
            "a tree with benchmark/ in it: a checkout of node, or one with benchmark/common.js");
  *description.add_parameter() =
      Parameter(kSetParameter, "(?s)[^=,|]+=.*", "KEY=VALUE, as in n=10,script=a|b",
                "values for keys of the benchmarks in place of those that they declare; commas "
                "between keys, | between values, \\ before a comma, | or \\ that belongs to one");
  *description.add_parameter() =
      Parameter(kFlagsParameter, "--?[^ ]+( --?[^ ]+)*", "flags with one space between them",
                "flags that node is started with, after those that the benchmark asks for");
  for (const v1::Metric& metric :
       {Metric("rate", "1/s", v1::HIGHER_IS_BETTER,
               "Operations per second, as the benchmark counts them; for some files bytes, bits or "
               "requests."),
        Metric("time", "s", v1::NEUTRAL,
               "Time between the benchmark's start() and end(), or of its HTTP tool."),
        Metric("cpu_time", "s", v1::LOWER_IS_BETTER,
               "CPU time of the whole run with all that it started, user and system."),
        Metric("peak_memory", "By", v1::LOWER_IS_BETTER,
               "Peak memory: of the largest single process where wait4 counts, of the whole tree "
               "where a control group counts.")}) {
    *description.add_metric() = metric;
  }
  return description;
}

}  // namespace benchcell::node_core
