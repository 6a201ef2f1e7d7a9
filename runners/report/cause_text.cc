#include "runners/report/cause_text.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/report/columns.h"
#include "runners/report/format.h"
#include "runners/report/grid.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr size_t kWidestFrame = 72;

// Of a row: its levels that tell rows apart, benchmark and machine.
std::string RowName(const Table& table, const TableRow& row) {
  std::vector<std::string> names;
  for (const LevelText& level : row.levels) {
    if (std::find(table.axes.begin(), table.axes.end(), level.axis) == table.axes.end()) continue;
    names.push_back(absl::StrCat(MarkdownText(level.axis), " ", NameText(level.text)));
  }
  if (table.has_benchmarks && !row.benchmark.empty()) names.push_back(NameText(row.benchmark));
  if (table.several_machines && !row.machine.empty()) {
    names.push_back(absl::StrCat("on ", MarkdownText(row.machine)));
    if (row.epoch > 1) absl::StrAppend(&names.back(), " epoch ", row.epoch);
  }
  return absl::StrJoin(names, ", ");
}

// `dense, src/a.bench.ts:20:9`; what has no name at all is summed up.
std::string FrameName(const FrameChange& frame) {
  if (frame.function.empty() && frame.location.empty()) {
    return absl::StrCat("small frames: ", KindWords(frame.kind));
  }
  const std::string function = frame.function.empty() ? "(anonymous)" : frame.function;
  const std::string both =
      frame.location.empty() ? function : absl::StrCat(function, ", ", frame.location);
  return MarkdownText(Shortened(OneLine(both), kWidestFrame));
}

std::string FunctionName(const TierFlip& flip) {
  const std::string place = flip.location.empty() ? "" : absl::StrCat(" (", flip.location, ")");
  return MarkdownText(Shortened(OneLine(flip.function + place), kWidestFrame));
}

const char* TierWords(v1::FrameKind tier) {
  switch (tier) {
    case v1::INTERPRETER:
      return "interpreted";
    case v1::BASELINE:
      return "compiled without optimisation";
    default:
      return "optimised";
  }
}

// `35%`, `−8%`: whole per cent.
std::string Percent(double share) {
  return absl::StrCat(FormatCount(std::round(share * 100), ""), "%");
}

// What marks a change as one that says nothing of the code.
std::string Remark(const Cause& cause, const std::string& unit) {
  if (cause.tier_flip.has_value()) {
    const TierFlip& flip = *cause.tier_flip;
    return absl::StrCat("A tier flip: the function ", FunctionName(flip), " was ",
                        TierWords(flip.from), " before and is ", TierWords(flip.to),
                        " now. What ran before decides that, not what the code does.");
  }
  if (cause.compiling.has_value()) {
    const Compiling& compiling = *cause.compiling;
    return absl::StrCat("V8 compiled while it was counted: at least ",
                        FormatCount(compiling.baseline, unit), " before and ",
                        FormatCount(compiling.changed, unit),
                        " now. Code that runs often pays that once; the count has all of it.");
  }
  if (cause.main_kind != v1::HARNESS) return "";
  return "The runner's own frames: the test runner and whatever measures, with the runtime that "
         "they call, are most of the change. It is not the code's.";
}

class CauseGrid {
 public:
  CauseGrid(const Table& table, const ChangeResult& change)
      : unit_(table.metric.unit()), cause_(*change.cause) {
    columns_ = {{"frame", false, {}},
                {"kind", false, {}},
                {MarkdownText(table.builds.front()), true, {}},
                {MarkdownText(change.build), true, {}},
                {"Δ", true, {}},
                {"share", true, {}}};
  }

  // Into `table`.
  void Fill(CauseTable& table) && {
    for (const FrameChange& frame : cause_.frames) {
      AddRow(FrameName(frame), KindWords(frame.kind), frame.baseline, frame.changed);
    }
    if (cause_.other_frames > 0) {
      AddRow(absl::StrCat(cause_.other_frames,
                          cause_.other_frames == 1 ? " other frame" : " other frames"),
             "", cause_.other_baseline, cause_.other_changed);
    }
    for (const KindChange& kind : cause_.kinds) {
      AddRow("*all frames*", KindWords(kind.kind), kind.baseline, kind.changed);
    }
    table.columns = std::move(columns_);
    table.rows = rows_;
  }

 private:
  void AddRow(std::string name, std::string kind, double baseline, double changed) {
    const double delta = changed - baseline;
    const double all = cause_.Delta();
    std::vector<std::string> cells = {std::move(name),
                                      std::move(kind),
                                      FormatCount(baseline, unit_),
                                      FormatCount(changed, unit_),
                                      FormatDifference(delta),
                                      all == 0 ? kNothing : Percent(delta / all)};
    for (size_t i = 0; i < columns_.size(); ++i) columns_[i].cells.push_back(std::move(cells[i]));
    ++rows_;
  }

  const std::string unit_;
  const Cause& cause_;
  std::vector<GridColumn> columns_;
  size_t rows_ = 0;
};

}  // namespace

std::vector<CauseTable> CauseTables(const Table& table) {
  std::vector<CauseTable> tables;
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      if (!change.cause.has_value()) continue;
      const std::string name = RowName(table, row);
      CauseTable& cause = tables.emplace_back();
      cause.heading = absl::StrCat(name, name.empty() ? "" : ", ", MarkdownText(change.build), ": ",
                                   ShowExactChange(change), " (",
                                   FormatDifference(change.exact->difference), ").");
      cause.remark = Remark(*change.cause, table.metric.unit());
      CauseGrid(table, change).Fill(cause);
    }
  }
  return tables;
}

std::string RenderCauses(const Table& table) {
  if (!table.has_causes) return "";
  std::string text = "\n#### Why it changed\n";
  for (const CauseTable& cause : CauseTables(table)) {
    absl::StrAppend(&text, "\n", cause.heading, cause.remark.empty() ? "" : " ", cause.remark,
                    "\n\n", DrawGrid(cause.columns, cause.rows));
  }
  return text;
}

}  // namespace benchcell
