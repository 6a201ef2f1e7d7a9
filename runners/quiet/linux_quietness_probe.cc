#include "runners/quiet/linux_quietness_probe.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

// Names in a folder that are `prefix` and a number, with the number.
std::vector<std::pair<int, std::string>> Numbered(const std::string& folder,
                                                  const std::string& prefix) {
  std::vector<std::pair<int, std::string>> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    int number = 0;
    if (absl::StartsWith(name, prefix) && absl::SimpleAtoi(name.substr(prefix.size()), &number)) {
      found.emplace_back(number, entry->path().string());
    }
  }
  return found;
}

// A line of /proc/PID/stat (man 5 proc): number, name in parentheses, and fields of which the
// 14th and 15th are user and system time in ticks. A name may hold anything, also parentheses.
std::optional<ProcessTime> ParseProcess(const std::string& text, long ticks_per_second) {
  const size_t open = text.find('(');
  const size_t close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  const std::vector<std::string> fields =
      absl::StrSplit(text.substr(close + 1), ' ', absl::SkipEmpty());
  constexpr size_t kUser = 14 - 3;  // the first field behind the name is the third
  int64_t user = 0;
  int64_t system = 0;
  if (fields.size() <= kUser + 1 || !absl::SimpleAtoi(fields[kUser], &user) ||
      !absl::SimpleAtoi(fields[kUser + 1], &system)) {
    return std::nullopt;
  }
  const std::string name = WithoutControls(ToValidUtf8(text.substr(open + 1, close - open - 1)));
  return ProcessTime{name, absl::Seconds(user + system) / ticks_per_second};
}

// How often a core or a package was slowed down since the start; the kernel has the files for
// Intel's processors only. A package's count stands at each of its cores: the highest is taken.
int64_t Throttled(const std::string& root) {
  int64_t cores = 0;
  int64_t package = 0;
  bool told = false;
  for (const auto& [number, folder] : Numbered(root + "/sys/devices/system/cpu", "cpu")) {
    int64_t count = 0;
    const auto read = [&](const char* file) {
      const std::optional<std::string> word =
          ReadWord(absl::StrCat(folder, "/thermal_throttle/", file));
      return word.has_value() && absl::SimpleAtoi(*word, &count);
    };
    if (read("core_throttle_count")) {
      cores += count;
      told = true;
    }
    if (read("package_throttle_count")) package = std::max(package, count);
  }
  return told ? cores + package : -1;
}

}  // namespace

LinuxQuietnessProbe::LinuxQuietnessProbe(std::string root, long ticks_per_second, int self)
    : root_(std::move(root)), ticks_per_second_(ticks_per_second), self_(self) {}

absl::StatusOr<QuietReading> LinuxQuietnessProbe::Read(bool first) {
  QuietReading reading;
  if (first) ReadRest(reading);
  RETURN_IF_ERROR(ReadTimes(reading));
  if (!first) ReadRest(reading);
  return reading;
}

absl::Status LinuxQuietnessProbe::ReadTimes(QuietReading& reading) const {
  const std::string path = root_ + "/proc/stat";
  const std::optional<std::string> text = ReadSmallFile(path);
  if (!text.has_value()) return absl::NotFoundError(absl::StrCat(path, " can't be read"));
  ASSIGN_OR_RETURN(reading.times, ParseProcStat(*text, ticks_per_second_));
  int processors = 0;
  for (const auto& view : absl::StrSplit(*text, '\n')) {
    const std::string line(view);
    if (absl::StartsWith(line, "cpu") && line.size() > 3 && absl::ascii_isdigit(line[3])) {
      ++processors;
    } else if (absl::StartsWith(line, "procs_running ")) {
      // The thread that reads this is one of them.
      int running = 0;
      if (absl::SimpleAtoi(line.substr(line.find(' ')), &running)) {
        reading.runnable = std::max(0, running - 1);
      }
    }
  }
  reading.processors = std::max(1, processors);
  return absl::OkStatus();
}

void LinuxQuietnessProbe::ReadRest(QuietReading& reading) const {
  const std::string load = ReadSmallFile(root_ + "/proc/loadavg").value_or("");
  double average = 0;
  if (absl::SimpleAtod(load.substr(0, load.find(' ')), &average)) reading.load_average = average;
  reading.throttled = Throttled(root_);
  for (const auto& [number, folder] : Numbered(root_ + "/proc", "")) {
    if (number == self_) continue;
    // Processes may end while they are listed.
    const std::optional<std::string> text = ReadSmallFile(folder + "/stat");
    if (!text.has_value()) continue;
    std::optional<ProcessTime> process = ParseProcess(*text, ticks_per_second_);
    if (process.has_value()) reading.processes[number] = *std::move(process);
  }
}

}  // namespace benchcell
