#include "runners/report/html/run_section.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/quiet/wait_for_quiet.h"
#include "runners/report/html/markup.h"
#include "runners/report/html/row_name.h"
#include "runners/report/html/run_chart.h"
#include "runners/report/html/run_layout.h"
#include "runners/report/html/scale.h"
#include "runners/report/html/series.h"

namespace benchcell::html {
namespace {

// Up to so many, all are drawn at once.
constexpr size_t kFewPictures = 30;

const char* StatusWord(v1::RunStatus status) {
  switch (status) {
    case v1::OK:
      return "no value";
    case v1::GENUINE_FAILURE:
      return "failed";
    case v1::TIMEOUT:
      return "timed out";
    case v1::HARNESS_ERROR:
      return "harness error";
    case v1::INFRASTRUCTURE_FAILURE:
      return "infrastructure failure";
    case v1::LOST:
      return "lost";
    default:
      return "no status";
  }
}

// The class tells the page's script which mark of the picture the cell is: see page.js.
std::string RunCell(const std::optional<PlacedDot>& run, const ValueScale* scale) {
  if (!run.has_value()) return "<td class=none>\u2013";
  const Dot& dot = run->dot;
  const std::string order = absl::StrCat(" <i>", run->order, "</i>");
  if (!dot.value.has_value()) {
    return absl::StrCat("<td class=x>", StatusWord(dot.record->status()), order);
  }
  return absl::StrCat(dot.record->superseded() ? "<td class=s>" : "<td>", scale->Show(*dot.value),
                      order);
}

class Part {
 public:
  Part(const Table& table, const Series& series)
      : table_(table),
        series_(series),
        layout_(LayOut(series, table)),
        row_(*series.rows.front()),
        id_(RunsId(table, row_)) {
    if (layout_.range.has_value()) {
      scale_.emplace(layout_.range->low, layout_.range->high, table.metric.unit());
    }
  }

  std::string Write() const {
    std::string html = absl::StrCat("<article id=", id_, "><h3>", CellName(table_, row_), "</h3>");
    if (layout_.dots == 0) return html + "<p>No run was measured.</p></article>\n";
    const ValueScale* const scale = scale_.has_value() ? &*scale_ : nullptr;
    return absl::StrCat(html, Key(),
                        DrawRuns(layout_, table_, scale, id_, CellNameText(table_, row_)),
                        Disturbances(), RunTable(), "</article>\n");
  }

 private:
  // What each build came to, behind its dot.
  std::string Key() const {
    std::string html = "<ul class=key>";
    for (const PlacedSegment& segment : layout_.segments) {
      for (const BuildSummary& summary : segment.summaries) {
        absl::StrAppend(&html, "<li>", DrawSwatch(summary.build), " ",
                        Name(table_.builds[summary.build]), Place(*segment.segment), ": ",
                        Amounts(summary));
      }
    }
    return html + "</ul>";
  }

  std::string Place(const Segment& segment) const {
    if (layout_.segments.size() < 2 && !table_.several_machines) return "";
    return absl::StrCat(" on ", MachineName(segment.machine, segment.epoch));
  }

  std::string Amounts(const BuildSummary& summary) const {
    std::string text = absl::StrCat("median <b>", scale_->Show(summary.median), "</b>");
    if (table_.metric.exact()) {
      const bool same = summary.interval->low == summary.interval->high;
      absl::StrAppend(&text, same ? ", the same in " : "",
                      same ? ""
                           : absl::StrCat(", ", scale_->Show(summary.interval->low), " to ",
                                          scale_->Show(summary.interval->high), " in "),
                      summary.runs);
      return absl::StrCat(text, summary.runs == 1 ? " run" : " runs");
    }
    if (summary.interval.has_value()) {
      absl::StrAppend(&text, absl::StrFormat(", %.4g%% interval ", table_.confidence * 100),
                      scale_->Show(summary.interval->low), " to ",
                      scale_->Show(summary.interval->high));
    }
    return absl::StrCat(text, ", ", summary.runs, summary.runs == 1 ? " run" : " runs");
  }

  // One line for each block that wasn't quiet; attempts at one say the same.
  std::string Disturbances() const {
    std::string items;
    std::set<std::string> told;
    for (const PlacedSegment& segment : layout_.segments) {
      for (const RoundSpan& round : segment.rounds) {
        if (round.disturbed == nullptr) continue;
        const std::string item =
            absl::StrCat("<li>Round ", round.round + 1, Place(*segment.segment), ": ",
                         Text(Describe(*round.disturbed)));
        if (told.insert(item).second) items += item;
      }
    }
    if (items.empty()) return "";
    return absl::StrCat("<ul class=disturbed>", items, "</ul>");
  }

  std::string RunTable() const {
    const std::string runs =
        layout_.dots == 1 ? "The run" : absl::StrCat("The ", layout_.dots, " runs");
    std::string html = absl::StrCat(
        "<details><summary>", runs,
        " as a table</summary><div class=scroll tabindex=0 role=region "
        "aria-labelledby=",
        id_, "c><table class=list><caption id=", id_, "c>", runs, " of ", CellName(table_, row_),
        table_.unpaired
            ? "; behind each value its place"
            : "; a line for each pair, and behind each value its place in measured order",
        "</caption><thead>"
        "<tr><th scope=col>round.run");
    for (const std::string& build : table_.builds) {
      absl::StrAppend(&html, "<th scope=col>", Name(build));
    }
    html += "<tbody>";
    for (const PairLine& line : layout_.lines) {
      absl::StrAppend(&html, "\n<tr><th>", line.round + 1, ".", line.index + 1);
      if (layout_.segments.size() > 1) {
        absl::StrAppend(&html, Place(*layout_.segments[line.segment].segment));
      }
      if (line.superseded_attempt > 0) {
        absl::StrAppend(&html, ", attempt ", line.superseded_attempt, ", superseded");
      }
      for (const auto& run : line.runs)
        html += RunCell(run, scale_.has_value() ? &*scale_ : nullptr);
    }
    return html + "</table></div></details>";
  }

  const Table& table_;
  const Series& series_;
  const RunLayout layout_;
  const TableRow& row_;
  const std::string id_;
  std::optional<ValueScale> scale_;
};

}  // namespace

std::string RunSection(const v1::ExperimentRun& run, const Table& table) {
  const std::vector<Series> all = SeriesOf(run, table);
  std::string html = absl::StrCat(
      "<section id=runs", all.size() > kFewPictures ? " class=many" : "", "><h2>Every run</h2>");
  if (run.has_imported()) {
    html +=
        "<p>These results were measured elsewhere; where their files don't say when, the runs "
        "stand "
        "in the order of the files.</p>";
  }
  absl::StrAppend(&html,
                  "<p>Each dot is a run, in the order in which they were measured: drift and "
                  "outliers show. ",
                  table.metric.exact()
                      ? "The bar to the right goes from the smallest to the largest count"
                      : "The bar to the right is the interval of the build's median",
                  "; a cross is a run without a value, a ring one that is superseded and not used."
                  "</p>\n");
  for (const Series& series : all) html += Part(table, series).Write();
  return html + "</section>\n";
}

std::string RunsId(const Table& table, const TableRow& row) {
  // The first row of the cell and benchmark.
  const auto first = std::find_if(table.rows.begin(), table.rows.end(), [&](const TableRow& other) {
    return other.cell == row.cell && other.benchmark == row.benchmark;
  });
  return absl::StrCat("r", first - table.rows.begin());
}

}  // namespace benchcell::html
