// A build's parameters, read.

#ifndef BENCHCELL_PLUGINS_COMMAND_SETTINGS_H_
#define BENCHCELL_PLUGINS_COMMAND_SETTINGS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "plugins/command/metric_spec.h"

namespace benchcell::command {

// Exit codes of a good run; empty for any. A signal is never good.
using GoodExits = std::vector<uint32_t>;

// What a run left is judged by; it travels with the run, since Parse is told nothing else of the
// experiment.
struct Reading {
  GoodExits good_exits = {0};
  std::vector<MetricSpec> metrics;
  // The same as they are written.
  std::vector<std::string> metric_texts;
};

struct Settings {
  std::string command;
  std::optional<std::string> prepare;
  uint32_t warmup = 0;
  bool kept_files = false;
  bool network = false;
  // Values are texts with placeholders. What stands later wins.
  std::vector<v1::EnvironmentVariable> environment;
  // SHA-256 by the name of a program of the machine.
  std::map<std::string, std::string> programs;
  Reading reading;
  absl::Duration timeout;
};

// The build's own parameters beside the experiment's; of two for the same variable, metric or
// program, or of a parameter that isn't repeated, the build's. INVALID_ARGUMENT: what can't be.
absl::StatusOr<Settings> SettingsOf(const v1::Experiment& experiment, const v1::Build& build);

// The metrics that an experiment of this plugin has beside those that are always measured; none for
// an experiment of another plugin, and of metrics that can't be read.
std::vector<std::string> MetricNames(const v1::Experiment& experiment);

// One line of JSON, and back. INVALID_ARGUMENT for anything that ReadingToText doesn't write.
std::string ReadingToText(const Reading& reading);
absl::StatusOr<Reading> ReadingFromText(std::string_view text);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_SETTINGS_H_
