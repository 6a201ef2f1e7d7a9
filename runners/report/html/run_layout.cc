#include "runners/report/html/run_layout.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "runners/stats/median.h"

namespace benchcell::html {
namespace {

// Share of the picture's width that the summary of one build takes.
constexpr double kSummaryWidth = 0.03;
constexpr double kWidestSummaries = 0.3;

class Layout {
 public:
  Layout(const Series& series, const Table& table) : series_(series), table_(table) {
    layout_.dots = series.dots();
    const double wanted =
        kSummaryWidth * static_cast<double>((table.builds.size() + 1) * series.segments.size());
    summaries_ = std::min(wanted, kWidestSummaries);
    run_width_ = layout_.dots == 0 ? 0 : (1 - summaries_) / static_cast<double>(layout_.dots);
    if (!series.segments.empty()) summaries_ /= static_cast<double>(series.segments.size());
  }

  RunLayout Make() {
    for (size_t i = 0; i < series_.segments.size(); ++i) AddSegment(i);
    for (auto& [key, line] : lines_) layout_.lines.push_back(std::move(line));
    return std::move(layout_);
  }

 private:
  // Segment, round, superseded attempt, index, and how many runs had the same place before: a
  // record that stands twice is two runs.
  using LineKey = std::tuple<size_t, uint32_t, uint32_t, uint32_t, size_t>;

  void AddSegment(size_t index) {
    PlacedSegment placed;
    placed.segment = &series_.segments[index];
    placed.from = x_;
    std::vector<std::vector<double>> values(table_.builds.size());
    uint32_t attempt = 0;
    for (const Dot& dot : placed.segment->dots) {
      const v1::RunRecord& record = *dot.record;
      const bool same = !placed.rounds.empty() && placed.rounds.back().round == record.round();
      if (!same || attempt != record.attempt()) {
        placed.rounds.push_back({record.round(), same, x_, x_});
        attempt = record.attempt();
      }
      if (record.has_quietness() && !record.quietness().quiet()) {
        placed.rounds.back().disturbed = &record.quietness();
      }
      AddDot(index, dot);
      placed.rounds.back().to = x_;
      if (dot.value.has_value()) Widen(*dot.value);
      if (dot.Counts()) values[record.planned().build()].push_back(*dot.value);
    }
    placed.to = x_;
    AddSummaries(values, placed);
    x_ = placed.to + summaries_;
    layout_.segments.push_back(std::move(placed));
  }

  void AddDot(size_t segment, const Dot& dot) {
    const v1::RunRecord& record = *dot.record;
    const uint32_t build = record.planned().build();
    const uint32_t attempt = record.superseded() ? record.attempt() : 0;
    for (size_t copy = 0;; ++copy) {
      PairLine& line = lines_[{segment, record.round(), attempt, record.planned().index(), copy}];
      if (line.runs.empty()) {
        line = {segment, record.round(), record.planned().index(), attempt, {}};
        line.runs.resize(table_.builds.size());
      }
      if (line.runs[build].has_value()) continue;
      line.runs[build] = PlacedDot{dot, build, ++order_, x_ + run_width_ / 2};
      break;
    }
    x_ += run_width_;
  }

  void AddSummaries(const std::vector<std::vector<double>>& values, PlacedSegment& placed) const {
    const double step = summaries_ / static_cast<double>(table_.builds.size() + 1);
    for (size_t build = 0; build < values.size(); ++build) {
      const std::optional<double> median = Median(values[build]);
      if (!median.has_value()) continue;
      BuildSummary summary{static_cast<uint32_t>(build), values[build].size(), *median};
      if (table_.metric.exact()) {
        const auto [low, high] = std::minmax_element(values[build].begin(), values[build].end());
        summary.interval = ValueInterval{*low, *high};
      } else {
        summary.interval = MedianInterval(values[build], table_.confidence);
      }
      summary.x = placed.to + step * (static_cast<double>(build) + 0.75);
      placed.summaries.push_back(summary);
    }
  }

  void Widen(double value) {
    if (!layout_.range.has_value()) layout_.range = ValueInterval{value, value};
    layout_.range->low = std::min(layout_.range->low, value);
    layout_.range->high = std::max(layout_.range->high, value);
  }

  const Series& series_;
  const Table& table_;
  RunLayout layout_;
  std::map<LineKey, PairLine> lines_;
  // Share of the width for the summaries of one segment, and for one run.
  double summaries_ = 0;
  double run_width_ = 0;
  double x_ = 0;
  size_t order_ = 0;
};

}  // namespace

RunLayout LayOut(const Series& series, const Table& table) { return Layout(series, table).Make(); }

}  // namespace benchcell::html
