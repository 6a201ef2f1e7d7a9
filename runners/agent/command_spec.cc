#include "runners/agent/command_spec.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/agent/inside.h"
#include "runners/agent/machine_programs.h"
#include "runners/base/clock.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

std::string WithDirectory(const std::string& text, const fs::path& directory) {
  return absl::StrReplaceAll(text, {{"{dir}", directory.string()}});
}

int64_t Or(uint64_t asked, int64_t otherwise) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  return asked == 0 ? otherwise : static_cast<int64_t>(std::min(asked, kMost));
}

ProcessLimits LimitsOf(const v1::Limits& asked) {
  ProcessLimits limits;
  limits.file_bytes = Or(asked.file_bytes(), limits.file_bytes);
  // Who asks for small files only gets no larger output.
  limits.output_bytes = Or(asked.output_bytes(), std::min(limits.output_bytes, limits.file_bytes));
  limits.disk_bytes = Or(asked.disk_bytes(), limits.disk_bytes);
  limits.open_files = Or(asked.open_files(), limits.open_files);
  limits.processes = Or(asked.processes(), limits.processes);
  limits.memory_bytes = Or(asked.memory_bytes(), limits.memory_bytes);
  return limits;
}

// What was used up, and the field of Limits that says how much there is.
std::string LimitMessage(const ProcessLimits& limits, v1::Exit::Limit limit) {
  switch (limit) {
    case v1::Exit::OUTPUT:
      return absl::StrCat("standard output, standard error or channel took more than ",
                          limits.output_bytes, " bytes (output_bytes); what is kept is cut there");
    case v1::Exit::FILE_SIZE:
      return absl::StrCat("a file grew beyond ", limits.file_bytes, " bytes (file_bytes)");
    case v1::Exit::DISK:
      return absl::StrCat("the disk of its directory became fuller by more than ",
                          limits.disk_bytes, " bytes (disk_bytes)");
    case v1::Exit::PROCESSES:
      return absl::StrCat("it had more than ", limits.processes,
                          " processes and threads (processes)");
    case v1::Exit::MEMORY:
      return absl::StrCat("it used more than ",
                          limits.memory_bytes > 0 ? absl::StrCat(limits.memory_bytes, " bytes of ")
                                                  : "the machine has of ",
                          "memory (memory_bytes)");
    default:
      return absl::StrCat("limit ", limit);
  }
}

}  // namespace

absl::StatusOr<ProcessSpec> SpecOf(const v1::Command& command, const fs::path& directory,
                                   const std::string& scope) {
  if (command.argument().empty()) {
    return absl::InvalidArgumentError("a command has no arguments; the first names the program");
  }
  ProcessSpec spec;
  for (const std::string& argument : command.argument()) {
    spec.argv.push_back(WithDirectory(argument, directory));
  }
  ASSIGN_OR_RETURN(const std::string program, MachinePrograms::Resolve(command, directory));
  spec.argv[0] = WithDirectory(program, directory);
  if (!fs::path(spec.argv[0]).is_absolute()) {
    ASSIGN_OR_RETURN(const fs::path program, Inside(directory, spec.argv[0]));
    spec.argv[0] = program.string();
  }
  for (const v1::EnvironmentVariable& variable : command.environment()) {
    spec.environment.push_back(
        absl::StrCat(variable.name(), "=", WithDirectory(variable.value(), directory)));
  }
  spec.working_directory = directory;
  if (!command.working_directory().empty()) {
    ASSIGN_OR_RETURN(spec.working_directory, Inside(directory, command.working_directory()));
  }
  spec.timeout = ToDuration(command.timeout());
  spec.limits = LimitsOf(command.limits());
  spec.network = command.network();
  spec.scope = scope;
  return spec;
}

std::optional<Overuse> OveruseOf(const v1::Command& command, const v1::Exit& exit) {
  if (exit.timed_out()) {
    return Overuse{v1::TIMEOUT, absl::StrCat("killed after ", command.timeout().seconds(),
                                             " s, the experiment's timeout for one command")};
  }
  if (exit.limit() == v1::Exit::NONE) return std::nullopt;
  return Overuse{v1::GENUINE_FAILURE,
                 absl::StrCat("it hit a limit of its command: ",
                              LimitMessage(LimitsOf(command.limits()), exit.limit()))};
}

}  // namespace benchcell
