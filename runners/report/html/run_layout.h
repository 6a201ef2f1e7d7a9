// Where the runs of a series stand: in the picture and in the table beside it. Both are made from
// this one value, in the same order, so that the page's script can tell which cell of the table a
// dot is.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_RUN_LAYOUT_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_RUN_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "runners/report/html/series.h"
#include "runners/stats/median_interval.h"

namespace benchcell::html {

struct PlacedDot {
  Dot dot;
  uint32_t build = 0;
  // In measured order over the whole series, from 1.
  size_t order = 0;
  // From the left end of the picture (0) to the right (1).
  double x = 0;
};

// Runs of all builds with the same round and index (and, of those that are superseded, attempt).
struct PairLine {
  size_t segment = 0;
  uint32_t round = 0;
  uint32_t index = 0;
  // 0 for those that count.
  uint32_t superseded_attempt = 0;
  // By build; absent where the build has no such run.
  std::vector<std::optional<PlacedDot>> runs;
};

// Runs without a break of one round and attempt.
struct RoundSpan {
  uint32_t round = 0;
  // A later attempt at the round before it.
  bool again = false;
  double from = 0;
  double to = 0;
  // What disturbed the machine before the block; null where it was quiet or nobody looked.
  const v1::Quietness* disturbed = nullptr;
};

// Median of a build in a segment, and how far it may be off.
struct BuildSummary {
  uint32_t build = 0;
  size_t runs = 0;
  double median = 0;
  // Of counts: from the smallest to the largest.
  std::optional<ValueInterval> interval = {};
  // Where it is drawn, right of the segment's runs.
  double x = 0;
};

struct PlacedSegment {
  const Segment* segment = nullptr;
  // Of the runs; the summaries stand behind `to`.
  double from = 0;
  double to = 0;
  std::vector<RoundSpan> rounds;
  std::vector<BuildSummary> summaries;
};

struct RunLayout {
  std::vector<PlacedSegment> segments;
  // By segment, round, attempt and index.
  std::vector<PairLine> lines;
  size_t dots = 0;
  // Of all values.
  std::optional<ValueInterval> range;
};

RunLayout LayOut(const Series& series, const Table& table);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_RUN_LAYOUT_H_
