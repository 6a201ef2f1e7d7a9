#include "plugins/codspeed/description.h"

#include <string>

#include "plugins/codspeed/profile/metrics.h"

namespace benchcell::codspeed {
namespace {

v1::AxisSpec BenchmarkAxis() {
  v1::AxisSpec axis;
  axis.set_name(kBenchmarkAxis);
  axis.set_title("URI of a benchmark, src/read.bench.ts::read::dense; * for all that there are");
  axis.set_pattern("(?s).+");
  axis.set_pattern_title("a URI, FILE::NAME or FILE::DESCRIBE::NAME");
  axis.set_default_level(kAll);
  axis.set_all_level(kAll);
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

}  // namespace

v1::PluginDescription Description() {
  v1::PluginDescription description;
  description.set_name("codspeed");
  description.set_version("1");
  description.set_title("CodSpeed benchmarks of vitest: instructions counted by valgrind");
  description.set_discovers_cells(true);
  *description.add_axis() = BenchmarkAxis();
  *description.add_input() = Input(kNodeInput, "node, with bin/node");
  *description.add_input() =
      Input(kPackagesInput,
            "node_modules with vitest, vite and @codspeed/vitest-plugin (vitest 4) or "
            "@codspeed/core (vitest 5)");
  *description.add_input() =
      Input(kPackageInput, "the package whose benchmarks are counted, without its node_modules");
  *description.add_parameter() =
      Parameter(kIsolation, "BENCHMARK|FILE", "BENCHMARK or FILE",
                "what has a process of its own; BENCHMARK by default, as counts depend on what ran "
                "before in the same process");
  *description.add_parameter() =
      Parameter(kFiles, "[^ -][^ ]*( [^ -][^ ]*)*", "parts of paths with one space between them",
                "which benchmark files, as vitest's command line has them: src/");
  *description.add_parameter() =
      Parameter(kConfig, "[A-Za-z0-9_][A-Za-z0-9_./-]*", "a path in the package",
                "config file of vitest; the one that vitest finds by default");
  *description.add_parameter() = Parameter(
      kSuppressWarnings, "true|false", "true or false",
      "the option of that name of vitest 5; true also stops it from counting reads of exports");
  for (const v1::Metric& metric : MetricsOf(ProfileMode::kSimulation)) {
    *description.add_metric() = metric;
  }
  return description;
}

}  // namespace benchcell::codspeed
