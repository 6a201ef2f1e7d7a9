#include "plugins/vitest/description.h"

#include <string>
#include <vector>

namespace benchcell::vitest {
namespace {

v1::AxisSpec Axis(const std::string& name, const std::string& title,
                  const std::vector<std::string>& levels, const std::string& default_level) {
  v1::AxisSpec axis;
  axis.set_name(name);
  axis.set_title(title);
  for (const std::string& level : levels) axis.add_level(level);
  axis.set_default_level(default_level);
  return axis;
}

v1::AxisSpec AppAxis() {
  v1::AxisSpec axis =
      Axis("app", "which app; bind an input `app` to each level with `when`", {}, "default");
  axis.set_pattern("[a-z0-9][a-z0-9.-]*");
  axis.set_pattern_title("a name of lower case letters, digits, dots and dashes");
  return axis;
}

v1::AxisSpec MaxWorkersAxis() {
  v1::AxisSpec axis = Axis("maxWorkers",
                           "how many workers run tests at a time; default is "
                           "vitest's own, one less than there are processors",
                           {"default"}, "default");
  axis.set_pattern("([1-9][0-9]{0,2}|10[01][0-9]|102[0-4])|([1-9][0-9]?|100)%");
  axis.set_pattern_title("a number from 1 to 1024, or a percentage from 1% to 100%");
  return axis;
}

v1::InputSpec Input(const std::string& name, bool required, const std::string& title) {
  v1::InputSpec input;
  input.set_name(name);
  input.set_required(required);
  input.set_title(title);
  return input;
}

v1::Metric Metric(const std::string& name, const std::string& unit,
                  const std::string& description) {
  v1::Metric metric;
  metric.set_name(name);
  metric.set_unit(unit);
  metric.set_direction(v1::LOWER_IS_BETTER);
  metric.set_scope(v1::RUN);
  metric.set_description(description);
  return metric;
}

}  // namespace

v1::PluginDescription Description() {
  v1::PluginDescription description;
  description.set_name("vitest");
  description.set_version("1");
  description.set_title("vitest run on an app, from start to exit");
  for (const v1::AxisSpec& axis :
       {AppAxis(),
        Axis("pool", "where tests run", {"forks", "threads", "vmForks", "vmThreads"}, "forks"),
        Axis("isolate", "whether every test file gets a fresh worker", {"true", "false"}, "true"),
        // No default: vitest's own differs by version.
        Axis("fsModuleCache", "whether transformed modules are kept on disk between runs",
             {"true", "false"}, ""),
        MaxWorkersAxis(),
        Axis("env", "environment of test files that name none", {"node", "jsdom"}, "node"),
        Axis("state",
             "cold: every cache is wiped before each run; warm: wiped once and filled by a run "
             "that is not timed",
             {"cold", "warm"}, "warm")}) {
    *description.add_axis() = axis;
  }
  for (const v1::InputSpec& input :
       {Input("node", true, "node, with bin/node"),
        Input("vitest", true, "an installation with node_modules/vitest and node_modules/vite"),
        Input("app", true, "an app with app.json, package.json and its tests"),
        Input("packages", false, "node_modules with further packages that the app imports")}) {
    *description.add_input() = input;
  }
  for (const v1::Metric& metric :
       {Metric("wall_time", "s", "Time from the start of vitest to its exit."),
        Metric("cpu_time", "s", "CPU time of vitest and its workers, user and system."),
        Metric("user_cpu_time", "s", "CPU time of vitest and its workers in user mode."),
        Metric("system_cpu_time", "s", "CPU time of vitest and its workers in the kernel."),
        Metric("peak_memory", "By",
               "Peak memory: of the largest single process where wait4 counts, of the whole tree "
               "where a control group counts."),
        Metric("transform", "s",
               "Vitest's own sum over test files: up to 4.1 the transforms, from 5.0 on the waits "
               "for them."),
        Metric("setup", "s",
               "Vitest's own sum over test files: setup files; up to 4.1 with the waits for "
               "transforms."),
        Metric("import", "s",
               "Vitest's own sum over test files: importing them; up to 4.1 with the waits for "
               "transforms."),
        Metric("tests", "s", "Vitest's own sum over test files: running the tests."),
        Metric("environment", "s", "Vitest's own sum over test files: making the environment."),
        Metric("prepare", "s",
               "Vitest's own sum over test files: preparing the worker, up to 4.1."),
        Metric("worker", "s",
               "Vitest's own sum over test files: preparing the worker, from 5.0 on.")}) {
    *description.add_metric() = metric;
  }
  return description;
}

}  // namespace benchcell::vitest
