#include "runners/exec/own_cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <algorithm>
#include <cerrno>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/exec/unique_fd.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

// Where the cgroup v2 file system is (man 5 proc, /proc/PID/mounts); empty if nowhere.
std::string Mounted(const std::string& root) {
  const std::string mounts = ReadSmallFile(root + "/proc/self/mounts").value_or("");
  for (const auto& line : absl::StrSplit(mounts, '\n')) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words.size() > 2 && words[2] == "cgroup2") return words[1];
  }
  return "";
}

// The line `0::/PATH` of /proc/self/cgroup (man 7 cgroups).
std::string PathBelow(const std::string& root) {
  const std::string cgroups = ReadSmallFile(root + "/proc/self/cgroup").value_or("");
  for (const auto& view : absl::StrSplit(cgroups, '\n')) {
    const std::string line(view);
    if (line.rfind("0::/", 0) == 0) return line == "0::/" ? "" : line.substr(3);
  }
  return "";
}

absl::Status WriteWord(const std::string& file, const std::string& word) {
  const UniqueFd opened(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!opened.valid() || write(opened.get(), word.data(), word.size()) < 0) {
    return SystemError(errno, absl::StrCat("doesn't take `", word, "`"), file);
  }
  return absl::OkStatus();
}

}  // namespace

bool DelegatedBySystemd(const std::string& directory) {
#ifdef __linux__
  char value[2] = "";
  return getxattr(directory.c_str(), "user.delegate", value, 1) == 1 && value[0] == '1';
#else
  return false;
#endif
}

absl::StatusOr<std::string> FindOwnCgroup(const std::string& root,
                                          const IsDelegated& is_delegated) {
  const std::string mounted = Mounted(root);
  if (mounted.empty()) return absl::NotFoundError("no cgroup v2 file system is mounted");
  const std::string directory = absl::StrCat(root, mounted, PathBelow(root));
  const std::vector<std::string> controllers =
      absl::StrSplit(ReadWord(directory + "/cgroup.controllers").value_or(""), ' ');
  for (const char* controller : {"cpu", "memory"}) {
    if (std::find(controllers.begin(), controllers.end(), controller) == controllers.end()) {
      return absl::NotFoundError(
          absl::StrCat("the cgroup ", directory, " has no controller ", controller));
    }
  }
  if (is_delegated(directory)) return directory;
  return absl::FailedPreconditionError(
      absl::StrCat("the cgroup ", directory, " isn't delegated to this process"));
}

absl::Status DivideCgroup(const std::string& directory) {
  const std::string agent = directory + "/agent";
  if (mkdir(agent.c_str(), 0755) != 0 && errno != EEXIST) {
    return SystemError(errno, "can't be made", agent);
  }
  RETURN_IF_ERROR(WriteWord(agent + "/cgroup.procs", "0"));
  const std::string control = directory + "/cgroup.subtree_control";
  RETURN_IF_ERROR(WriteWord(control, "+cpu +memory"));
  // Without it, the number of processes is limited by other means.
  WriteWord(control, "+pids").IgnoreError();
  return absl::OkStatus();
}

}  // namespace benchcell
