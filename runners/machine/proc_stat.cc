#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/machine/cpu_times.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

class ProcStatReader : public CpuTimesReader {
 public:
  ProcStatReader(std::string path, long ticks_per_second)
      : path_(std::move(path)), ticks_per_second_(ticks_per_second) {}

  absl::StatusOr<CpuTimes> Read() override {
    std::optional<std::string> text = ReadSmallFile(path_);
    if (!text.has_value()) {
      return absl::NotFoundError(absl::StrCat(path_, " can't be read"));
    }
    return ParseProcStat(*text, ticks_per_second_);
  }

 private:
  const std::string path_;
  const long ticks_per_second_;
};

}  // namespace

absl::StatusOr<CpuTimes> ParseProcStat(std::string_view text, long ticks_per_second) {
  const std::string line(text.substr(0, text.find('\n')));
  const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
  CpuTimes times;
  const std::array<absl::Duration*, 8> columns = {&times.user,    &times.nice,   &times.system,
                                                  &times.idle,    &times.iowait, &times.irq,
                                                  &times.softirq, &times.steal};
  if (words.size() < 5 || words[0] != "cpu") {
    return absl::DataLossError(absl::StrCat("the first line of /proc/stat is `", line,
                                            "`; `cpu` and at least four sums were expected"));
  }
  for (size_t i = 0; i < columns.size() && i + 1 < words.size(); ++i) {
    int64_t ticks = 0;
    if (!absl::SimpleAtoi(words[i + 1], &ticks) || ticks < 0) {
      return absl::DataLossError(absl::StrCat("column ", i + 1, " of `", line,
                                              "` in /proc/stat is no number of clock ticks"));
    }
    *columns[i] = absl::Seconds(ticks) / ticks_per_second;
  }
  return times;
}

std::unique_ptr<CpuTimesReader> NewProcStatReader(std::string path, long ticks_per_second) {
  return std::make_unique<ProcStatReader>(std::move(path), ticks_per_second);
}

}  // namespace benchcell
