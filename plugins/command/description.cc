#include "plugins/command/description.h"

#include <string>

#include "plugins/command/invocation.h"

namespace benchcell::command {
namespace {

void AddShellAxis(v1::PluginDescription& description) {
  v1::AxisSpec& axis = *description.add_axis();
  axis.set_name(kShellAxis);
  axis.set_title(
      "who starts the commands; at /bin/sh its start is part of what is measured, and nothing is "
      "subtracted");
  axis.add_level(kNoShell);
  axis.add_level(kShell);
  axis.set_default_level(kNoShell);
}

v1::ParameterSpec& AddParameter(const std::string& name, const std::string& title,
                                const std::string& pattern, const std::string& pattern_title,
                                v1::PluginDescription& description) {
  v1::ParameterSpec& parameter = *description.add_parameter();
  parameter.set_name(name);
  parameter.set_title(title);
  parameter.set_pattern(pattern);
  parameter.set_pattern_title(pattern_title);
  return parameter;
}

void AddParameters(v1::PluginDescription& description) {
  const auto add = [&](const char* name, const char* title, const char* pattern,
                       const char* pattern_title) -> v1::ParameterSpec& {
    return AddParameter(name, title, pattern, pattern_title, description);
  };
  add(kCommandParameter, "what is measured; {axis} stands for the cell's level", R"((?s).*\S.*)",
      "a program and its arguments")
      .set_required(true);
  add(kPrepareParameter, "runs before every measured run and every warm-up, untimed",
      R"((?s).*\S.*)", "a program and its arguments");
  add(kWarmupParameter, "runs of the command that are not measured, at the start of each block",
      "[0-9]|[1-9][0-9]|100", "a number from 0 to 100");
  add(kEnvironmentParameter, "a variable of the commands' environment",
      R"((?s)[A-Za-z_][A-Za-z0-9_]*=.*)", "NAME=VALUE")
      .set_repeated(true);
  add(kMetricParameter, "a metric that is read from what the command writes", R"((?s).+=.+)",
      "NAME[UNIT,lower]=regex:PATTERN or NAME[UNIT,higher]=json:/POINTER")
      .set_repeated(true);
  add(kProgramParameter, "pins a program of the machine", R"((?s).+=[0-9a-f]{64})",
      "NAME=SHA256, the digest as 64 hexadecimal digits")
      .set_repeated(true);
  add(kExitParameter, "exit codes of a good run; 0 without it",
      R"(any|([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])(,([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]))*)",
      "codes such as 0,1, or any");
  add(kFilesParameter,
      "fresh: every run starts with the inputs alone; kept: it finds what earlier runs of its "
      "build "
      "and cell left",
      "fresh|kept", "fresh or kept");
  add(kNetworkParameter, "whether the commands may use the machine's network", "true|false",
      "true or false");
}

void AddMetric(const std::string& name, const std::string& unit, const std::string& text,
               v1::PluginDescription& description) {
  v1::Metric& metric = *description.add_metric();
  metric.set_name(name);
  metric.set_unit(unit);
  metric.set_direction(v1::LOWER_IS_BETTER);
  metric.set_scope(v1::RUN);
  metric.set_description(text);
}

}  // namespace

v1::PluginDescription Description() {
  v1::PluginDescription description;
  description.set_name(kPluginName);
  description.set_version("1");
  description.set_title("any command line");
  description.set_free_axes(true);
  AddShellAxis(description);
  v1::InputSpec& input = *description.add_input();
  input.set_name("*");
  input.set_title("a file or folder, by the path at which the commands find it");
  AddParameters(description);
  AddMetric("wall_time", "s", "Time from the start of the command to its exit.", description);
  AddMetric("cpu_time", "s", "CPU time of the command and all it started, user and system.",
            description);
  AddMetric("user_cpu_time", "s", "CPU time of the command and all it started in user mode.",
            description);
  AddMetric("system_cpu_time", "s", "CPU time of the command and all it started in the kernel.",
            description);
  AddMetric(
      "peak_memory", "By",
      "Peak memory: of the largest single process where wait4 counts, of the whole tree where "
      "a control group counts.",
      description);
  return description;
}

}  // namespace benchcell::command
