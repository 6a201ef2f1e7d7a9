#include "runners/exec/check_spec.h"

#include <string_view>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "runners/exec/scope.h"
#include "runners/exec/warden_report.h"

namespace benchcell {
namespace {

absl::Status Absolute(const char* field, const std::string& path) {
  if (!path.empty() && path[0] == '/') return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is `", path, "`; it must be an absolute path"));
}

// The system ends a string at a zero byte, so what follows would silently be lost.
absl::Status NoZeroByte(const char* field, const std::string& text) {
  if (text.find('\0') == std::string::npos) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      field, " `", text.c_str(), "` holds a zero byte, which no program can be given"));
}

absl::Status CheckVariable(const std::string& variable) {
  const size_t equals = variable.find('=');
  if (equals == std::string::npos || equals == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the environment variable `", variable, "` must be NAME=VALUE"));
  }
  if (variable.substr(0, equals) == kScopeVariable) {
    return absl::InvalidArgumentError(
        absl::StrCat("the environment variable ", kScopeVariable, " is set by benchcell itself"));
  }
  return NoZeroByte("the environment variable", variable);
}

absl::Status CheckChannel(const ProcessSpec& spec) {
  const std::string& name = spec.channel_variable;
  if (name.empty() && spec.channel_file.empty()) return absl::OkStatus();
  absl::Status status = Absolute("channel_file", spec.channel_file);
  status.Update(CheckVariable(absl::StrCat(name, "=")));
  if (name.find('=') != std::string::npos) {
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("channel_variable is `", name, "`; it must be a name without =")));
  }
  for (const std::string& variable : spec.environment) {
    if (variable.substr(0, name.size() + 1) != name + "=") continue;
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("the environment variable ", name, " is that of the channel; leave it out")));
  }
  return status;
}

absl::Status CheckLimits(const ProcessLimits& limits) {
  absl::Status status;
  for (const auto& [name, value, least] :
       {std::tuple{"output_bytes", limits.output_bytes, int64_t{1}},
        std::tuple{"file_bytes", limits.file_bytes, limits.output_bytes},
        std::tuple{"disk_bytes", limits.disk_bytes, int64_t{1}},
        // The three, the channel, and what the warden needs to start the program.
        std::tuple{"open_files", limits.open_files, int64_t{16}},
        std::tuple{"processes", limits.processes, int64_t{1}},
        std::tuple{"memory_bytes", limits.memory_bytes, int64_t{0}}}) {
    if (value >= least) continue;
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("the limit ", name, " is ", value, "; it must be at least ", least,
                     std::string_view(name) == "file_bytes" ? ", which is output_bytes" : "")));
  }
  return status;
}

}  // namespace

absl::Status CheckSpec(const ProcessSpec& spec) {
  absl::Status status = Absolute("the program", spec.argv.empty() ? "" : spec.argv[0]);
  status.Update(Absolute("working_directory", spec.working_directory));
  status.Update(Absolute("stdout_file", spec.stdout_file));
  status.Update(Absolute("stderr_file", spec.stderr_file));
  status.Update(NoZeroByte("working_directory", spec.working_directory));
  for (const std::string& argument : spec.argv) status.Update(NoZeroByte("the argument", argument));
  for (const std::string& variable : spec.environment) status.Update(CheckVariable(variable));
  status.Update(CheckChannel(spec));
  status.Update(CheckScope(spec.scope));
  status.Update(CheckLimits(spec.limits));
  if (spec.timeout <= absl::ZeroDuration()) {
    status.Update(absl::InvalidArgumentError(absl::StrCat(
        "the timeout is ", absl::FormatDuration(spec.timeout), "; it must be above 0")));
  }
  return status;
}

}  // namespace benchcell
