// The runs of a cell (or of one benchmark of it) in the order in which they were measured.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_SERIES_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_SERIES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell::html {

// One record. Every record of the cell is a dot, those that failed or are superseded included.
struct Dot {
  const v1::RunRecord* record = nullptr;
  // In the metric's unit; absent where the run has none.
  std::optional<double> value;

  bool Counts() const { return value.has_value() && !record->superseded(); }
};

// The runs of one machine in one epoch, one after the other.
struct Segment {
  // Empty and 0 for records of no machine.
  std::string machine;
  uint32_t epoch = 0;
  // Of the table; null if the table has none for them.
  const TableRow* row = nullptr;
  std::vector<Dot> dots;
};

struct Series {
  // The rows of the table, all machines first.
  std::vector<const TableRow*> rows;
  // By the time of their first runs.
  std::vector<Segment> segments;

  size_t dots() const;
};

// One for each cell and benchmark, in the order of the rows. Where no start time is known, the
// order is that of rounds, attempts and places in the block. Points into `run` and `table`.
std::vector<Series> SeriesOf(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_SERIES_H_
