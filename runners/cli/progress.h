// Says on standard error how far a run is: a bar that is drawn over and over on a terminal, plain
// lines otherwise.

#ifndef BENCHCELL_RUNNERS_CLI_PROGRESS_H_
#define BENCHCELL_RUNNERS_CLI_PROGRESS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell {

// What is left, by the time per run since the first one that was seen; absent before one was
// measured. A function of values, so that it can be tested.
class TimeLeft {
 public:
  std::optional<absl::Duration> Update(uint32_t runs, uint32_t runs_done, absl::Time now);

 private:
  std::optional<absl::Time> start_;
  uint32_t runs_done_at_start_ = 0;
};

// `5 min 20 s`.
std::string SpellDuration(absl::Duration duration);

// Width of the terminal behind a file descriptor, 0 if it isn't one.
size_t TerminalColumns(int fd);

class ProgressPrinter {
 public:
  // `cells`: a name for each cell. `columns`: width of the terminal on which to draw a bar; 0 for
  // plain lines. `out` outlives the printer.
  ProgressPrinter(std::vector<std::string> cells, size_t columns, std::ostream& out);

  void Update(const v1::Progress& progress, absl::Time now);

  // Leaves the bar's line. To be called before anything else is printed.
  void End();

 private:
  std::string Current(const v1::Progress& progress) const;

  const std::vector<std::string> cells_;
  const size_t columns_;
  std::ostream& out_;
  TimeLeft time_left_;
  std::string last_line_;
  int trouble_printed_ = 0;
  bool bar_drawn_ = false;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PROGRESS_H_
