#include "runners/exec/run_cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/exec/unique_fd.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

absl::StatusOr<int64_t> ParseCount(const std::string& file, const std::string& text) {
  int64_t value = 0;
  if (absl::SimpleAtoi(text, &value) && value >= 0) return value;
  return absl::DataLossError(absl::StrCat("`", text, "` in ", file, " is no count"));
}

// The value of a line `KEY VALUE`.
absl::StatusOr<int64_t> Field(const std::string& file, const std::string& text,
                              const std::string& key) {
  for (const auto& line : absl::StrSplit(text, '\n')) {
    const std::pair<std::string, std::string> words = absl::StrSplit(line, absl::MaxSplits(' ', 1));
    if (words.first == key) return ParseCount(file, words.second);
  }
  return absl::DataLossError(absl::StrCat(file, " has no line `", key, "`"));
}

bool WriteWord(const std::string& file, const std::string& text) {
  const UniqueFd opened(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return opened.valid() &&
         write(opened.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Whether something was counted in a line `KEY VALUE` of a file of events.
bool Counted(const std::string& file, const std::string& key) {
  return Field(file, ReadWord(file).value_or(""), key).value_or(0) > 0;
}

absl::Status Missing(const std::string& file) {
  return absl::NotFoundError(absl::StrCat(file, " can't be read"));
}

}  // namespace

RunCgroup::RunCgroup(std::string directory) : directory_(std::move(directory)) {}

RunCgroup::~RunCgroup() { rmdir(directory_.c_str()); }

absl::StatusOr<std::unique_ptr<RunCgroup>> RunCgroup::Create(const std::string& root,
                                                             const std::string& name) {
  const std::string file = root + "/cgroup.subtree_control";
  const std::vector<std::string> handed_on =
      absl::StrSplit(ReadWord(file).value_or(""), ' ', absl::SkipEmpty());
  for (const char* controller : {"cpu", "memory"}) {
    if (std::find(handed_on.begin(), handed_on.end(), controller) == handed_on.end()) {
      return absl::FailedPreconditionError(absl::StrCat(
          file, " doesn't name the controller ", controller,
          ": either this is no cgroup v2 folder, or write `+cpu +memory` into it first"));
    }
  }
  const std::string directory = absl::StrCat(root, "/benchcell-", name);
  if (mkdir(directory.c_str(), 0755) != 0) return absl::ErrnoToStatus(errno, directory);
  return absl::WrapUnique(new RunCgroup(directory));
}

CgroupLimits RunCgroup::Limit(int64_t processes, int64_t memory_bytes) const {
  CgroupLimits held;
  // The warden is one of them.
  held.processes = WriteWord(directory_ + "/pids.max", absl::StrCat(processes + 1));
  held.memory =
      memory_bytes > 0 && WriteWord(directory_ + "/memory.max", absl::StrCat(memory_bytes));
  // A kernel without swap has no such file.
  if (held.memory) WriteWord(directory_ + "/memory.swap.max", "0");
  return held;
}

CgroupLimits RunCgroup::Hit() const {
  return {Counted(directory_ + "/pids.events", "max"),
          Counted(directory_ + "/memory.events", "oom_kill")};
}

absl::StatusOr<CgroupUsage> RunCgroup::Read() const {
  const std::string cpu_file = directory_ + "/cpu.stat";
  const std::string peak_file = directory_ + "/memory.peak";
  const std::optional<std::string> cpu = ReadWord(cpu_file);
  const std::optional<std::string> peak = ReadWord(peak_file);
  if (!cpu.has_value()) return Missing(cpu_file);
  if (!peak.has_value()) return Missing(peak_file);
  const absl::StatusOr<int64_t> user_us = Field(cpu_file, *cpu, "user_usec");
  if (!user_us.ok()) return user_us.status();
  const absl::StatusOr<int64_t> system_us = Field(cpu_file, *cpu, "system_usec");
  if (!system_us.ok()) return system_us.status();
  const absl::StatusOr<int64_t> peak_bytes = ParseCount(peak_file, *peak);
  if (!peak_bytes.ok()) return peak_bytes.status();
  return CgroupUsage{*user_us * 1000, *system_us * 1000, *peak_bytes};
}

}  // namespace benchcell
