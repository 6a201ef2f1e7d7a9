#include "runners/agent/machine_programs.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// The command's PATH.
std::string SearchPath(const v1::Command& command, const fs::path& directory) {
  for (const v1::EnvironmentVariable& variable : command.environment()) {
    if (variable.name() != "PATH") continue;
    return absl::StrReplaceAll(variable.value(), {{"{dir}", directory.string()}});
  }
  return "";
}

bool IsProgram(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

absl::StatusOr<fs::path> Find(const v1::Command& command, const v1::MachineProgram& program,
                              const fs::path& directory) {
  const std::string path = SearchPath(command, directory);
  const bool is_absolute = fs::path(program.name()).is_absolute();
  if (is_absolute && IsProgram(program.name())) return program.name();
  if (!is_absolute) {
    for (const auto folder : absl::StrSplit(path, ':', absl::SkipEmpty())) {
      const fs::path file = fs::path(std::string(folder)) / program.name();
      if (IsProgram(file)) return file;
    }
  }
  return absl::FailedPreconditionError(absl::StrCat("this machine has no program ", program.name(),
                                                    is_absolute ? "" : absl::StrCat(" in ", path),
                                                    ": install ", program.remedy()));
}

auto Identity(const struct stat& info) {
#ifdef __APPLE__
  const timespec& modified = info.st_mtimespec;
  const timespec& changed = info.st_ctimespec;
#else
  const timespec& modified = info.st_mtim;
  const timespec& changed = info.st_ctim;
#endif
  return std::tuple(info.st_dev, info.st_ino, info.st_size, modified.tv_sec, modified.tv_nsec,
                    changed.tv_sec, changed.tv_nsec);
}

}  // namespace

absl::Status MachinePrograms::Check(const v1::Command& command, const fs::path& directory) {
  for (const v1::MachineProgram& program : command.machine_program()) {
    ASSIGN_OR_RETURN(const fs::path file, Find(command, program, directory));
    if (program.sha256().empty()) continue;
    ASSIGN_OR_RETURN(const std::string found, DigestOf(file));
    if (found == program.sha256()) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "this machine's ", program.name(), " (", file.string(), ") has the SHA-256 ", found,
        ", the experiment pins ", program.sha256(), ": install that one, or change the pin"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> MachinePrograms::Resolve(const v1::Command& command,
                                                     const fs::path& directory) {
  if (command.argument().empty()) return "";
  const std::string& name = command.argument(0);
  for (const v1::MachineProgram& program : command.machine_program()) {
    if (program.name() != name) continue;
    ASSIGN_OR_RETURN(const fs::path file, Find(command, program, directory));
    return file.string();
  }
  return name;
}

absl::StatusOr<std::string> MachinePrograms::DigestOf(const fs::path& file) {
  struct stat info;
  if (stat(file.c_str(), &info) != 0) return SystemError(errno, "can't look at", file);
  const auto known = seen_.find(file.string());
  if (known != seen_.end() && Identity(known->second.info) == Identity(info)) {
    return known->second.sha256;
  }
  ASSIGN_OR_RETURN(std::string sha256, Sha256OfFile(file));
  seen_[file.string()] = {info, sha256};
  return sha256;
}

}  // namespace benchcell
