#include "runners/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

constexpr uint32_t kBarWidth = 20;

std::string Bar(uint32_t done, uint32_t all) {
  const uint32_t filled = all == 0 ? 0 : kBarWidth * std::min(done, all) / all;
  return absl::StrCat("[", std::string(filled, '#'), std::string(kBarWidth - filled, '.'), "]");
}

}  // namespace

std::optional<absl::Duration> TimeLeft::Update(uint32_t runs, uint32_t runs_done, absl::Time now) {
  if (!start_.has_value()) {
    start_ = now;
    runs_done_at_start_ = runs_done;
  }
  if (runs_done <= runs_done_at_start_ || runs_done > runs) return std::nullopt;
  return (now - *start_) / (runs_done - runs_done_at_start_) * (runs - runs_done);
}

std::string SpellDuration(absl::Duration duration) {
  const int64_t seconds = absl::ToInt64Seconds(duration + absl::Milliseconds(500));
  if (seconds < 60) return absl::StrCat(seconds, " s");
  if (seconds < 3600) return absl::StrCat(seconds / 60, " min ", seconds % 60, " s");
  return absl::StrCat(seconds / 3600, " h ", seconds / 60 % 60, " min");
}

size_t TerminalColumns(int fd) {
  if (!isatty(fd)) return 0;
  winsize size = {};
  // Some terminals don't know their size; 80 is what such have always had.
  return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

ProgressPrinter::ProgressPrinter(std::vector<std::string> cells, size_t columns, std::ostream& out)
    : cells_(std::move(cells)), columns_(columns), out_(out) {}

std::string ProgressPrinter::Current(const v1::Progress& progress) const {
  std::string current;
  for (const v1::Activity& activity : progress.activity()) {
    const std::string cell = activity.cell() < cells_.size()
                                 ? cells_[activity.cell()]
                                 : absl::StrCat("cell ", activity.cell());
    absl::StrAppend(&current, current.empty() ? "" : "; ", cell, ", round ", activity.round() + 1);
  }
  return current;
}

void ProgressPrinter::Update(const v1::Progress& progress, absl::Time now) {
  const auto left = time_left_.Update(progress.runs(), progress.runs_done(), now);
  for (; trouble_printed_ < progress.trouble_size(); ++trouble_printed_) {
    End();
    out_ << progress.trouble(trouble_printed_) << std::endl;
  }
  const std::string current = Current(progress);
  if (columns_ > 0) {
    std::string line = absl::StrCat(Bar(progress.runs_done(), progress.runs()), " ",
                                    progress.runs_done(), "/", progress.runs(), " runs, ",
                                    progress.blocks_done(), "/", progress.blocks(), " blocks");
    if (left.has_value()) absl::StrAppend(&line, ", ", SpellDuration(*left), " left");
    if (!current.empty()) absl::StrAppend(&line, "  ", current);
    // A bar that wraps could not be drawn over.
    if (line.size() >= columns_) line.resize(columns_ - 1);
    out_ << "\r\033[K" << line << std::flush;
    bar_drawn_ = true;
    return;
  }
  // A line for each block that begins or ends; one for each run would drown a log.
  const std::string line = absl::StrCat("blocks ", progress.blocks_done(), "/", progress.blocks(),
                                        current.empty() ? "" : "  ", current);
  if (line == last_line_) return;
  last_line_ = line;
  out_ << line;
  if (left.has_value()) out_ << "  (" << SpellDuration(*left) << " left)";
  out_ << std::endl;
}

void ProgressPrinter::End() {
  if (bar_drawn_) out_ << std::endl;
  bar_drawn_ = false;
}

}  // namespace benchcell
