#include "runners/report/html/forest.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/report/columns.h"
#include "runners/report/format.h"
#include "runners/report/grid.h"
#include "runners/report/html/evidence.h"
#include "runners/report/html/markup.h"
#include "runners/report/html/row_name.h"
#include "runners/report/html/run_section.h"
#include "runners/report/html/scale.h"
#include "runners/report/text.h"

namespace benchcell::html {
namespace {

// CSS pixels.
constexpr double kHeight = 26;
constexpr double kMiddle = kHeight / 2;

std::optional<RatioInterval> IntervalOf(const ChangeResult& change) {
  if (!change.compared) return std::nullopt;
  if (change.exact.has_value()) {
    // A count that moved is a point.
    return change.exact->outcome == ExactOutcome::kWithinSpread ? change.exact->ratios
                                                                : std::nullopt;
  }
  return change.Interval();
}

std::optional<double> PublishedRatio(const ChangeResult& change) {
  if (!change.comparison.has_value()) return std::nullopt;
  return 1 + change.comparison->published.percent() / 100;
}

ChangeScale ScaleOf(const Table& table) {
  std::vector<double> ratios;
  const auto add = [&](const std::optional<double>& ratio) {
    if (ratio.has_value()) ratios.push_back(*ratio);
  };
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      add(EstimateOf(change));
      add(PublishedRatio(change));
      const std::optional<RatioInterval> interval = IntervalOf(change);
      if (!interval.has_value()) continue;
      ratios.push_back(interval->low);
      ratios.push_back(interval->high);
    }
  }
  return ChangeScale(ratios);
}

const char* ColourOf(const v1::Metric& metric, Evidence evidence) {
  if (evidence != Evidence::kLower && evidence != Evidence::kHigher) return "flat";
  const std::string judgement = Judgement(metric, evidence);
  return judgement == "better" ? "better" : judgement == "worse" ? "worse" : "moved";
}

// What the words beside the picture say: `−13.6% (−15.8% to −11.3%)`.
std::string Amount(const Table& table, const ChangeResult& change) {
  if (!change.compared) return "not compared";
  if (table.metric.exact()) return ShowExactChange(change);
  const std::optional<double> estimate = EstimateOf(change);
  if (!estimate.has_value()) return kNothing;
  const std::optional<RatioInterval> interval = change.Interval();
  if (!interval.has_value()) return FormatBound(PercentOf(*estimate));
  return absl::StrCat(FormatBound(PercentOf(*estimate)), " (",
                      FormatBound(PercentOf(interval->low)), " to ",
                      FormatBound(PercentOf(interval->high)), ")");
}

// `better`, and `(q 0.063)` where that doesn't stand the correction for the number of rows.
std::string ShownWords(const Table& table, const ChangeResult& change, Evidence evidence) {
  std::string words = Judgement(table.metric, evidence);
  if (words.empty()) words = evidence == Evidence::kLower ? "lower" : "higher";
  if (StandsCorrection(table, change)) return words;
  return absl::StrCat(words, " (q ", FormatProbability(*change.q_value), ")");
}

std::string EvidenceWords(const Table& table, const ChangeResult& change, Evidence evidence) {
  switch (evidence) {
    case Evidence::kLower:
    case Evidence::kHigher:
      return ShownWords(table, change, evidence);
    case Evidence::kNotToldApart:
      return "not told apart";
    case Evidence::kSame:
      return "the same";
    case Evidence::kNoInterval:
      return "too few runs";
    case Evidence::kNotCompared:
      return "not alike";
    case Evidence::kNoValue:
      return "not measured";
  }
  return "";
}

std::string PublishedWords(const Table& table, const ChangeResult& change) {
  if (!change.comparison.has_value()) return "";
  const v1::PublishedChange& published = change.comparison->published;
  const std::string figure = published.about_zero() ? "~0"
                             : table.metric.exact() ? FormatExactChange(published.percent())
                                                    : FormatChange(published.percent());
  return absl::StrCat("published ", figure, ": ", VerdictWords(*change.comparison));
}

class Forest {
 public:
  Forest(const Table& table, size_t index)
      : table_(table), index_(index), scale_(ScaleOf(table)), grid_(absl::StrCat("fg", index)) {}

  std::string Draw() const {
    std::string html =
        absl::StrCat("<div class=forest role=group aria-labelledby=f", index_, "><h3 id=f", index_,
                     ">", Name(table_.builds[index_ + 1]), " against ", Name(table_.builds.front()),
                     "</h3>", Axis(true), "<ul>");
    for (const TableRow& row : table_.rows) html += Item(row);
    return absl::StrCat(html, "</ul>", Axis(false), "</div>\n");
  }

 private:
  // The one above also has the grid that the rows use.
  std::string Axis(bool above) const {
    std::string svg = absl::StrCat("<div class=faxis aria-hidden=true><svg height=20>");
    std::string lines;
    for (const Tick& tick : scale_.ticks()) {
      const std::string x = Percent(tick.at);
      absl::StrAppend(&svg, "<text class=mid x=", x, " y=", 14, ">", tick.text, "</text>");
      absl::StrAppend(&lines, "<line class=g x1=", x, " x2=", x, " y2=", Number(kHeight), " />");
    }
    const std::string zero = Percent(scale_.At(1));
    absl::StrAppend(&lines, "<line class=zero x1=", zero, " x2=", zero, " y2=", Number(kHeight),
                    " />");
    if (above) absl::StrAppend(&svg, "<defs><g id=", grid_, ">", lines, "</g></defs>");
    return svg + "</svg></div>";
  }

  std::string Item(const TableRow& row) const {
    const ChangeResult& change = row.changes[index_];
    const Evidence evidence = EvidenceOf(table_, change);
    const std::string amount = Amount(table_, change);
    const std::string words = EvidenceWords(table_, change, evidence);
    const std::string published = PublishedWords(table_, change);
    const bool below = row.kind == RowKind::kOneMachine && !table_.metric.exact();
    std::string machine;
    if (table_.several_machines) {
      machine = absl::StrCat(" <small>", MachineName(row), "</small>");
    }
    return absl::StrCat("<li", below ? " class=below" : "", "><a href=\"#", RunsId(table_, row),
                        "\">", CellName(table_, row), machine, "</a>",
                        Picture(row, change, evidence), "<span><b>", Text(amount),
                        "</b> <em class=", ColourOf(table_.metric, evidence), ">", words, "</em>",
                        published.empty() ? "" : "<small>", published,
                        published.empty() ? "" : "</small>", "</span>");
  }

  std::string Picture(const TableRow& row, const ChangeResult& change, Evidence evidence) const {
    std::string svg = absl::StrCat(
        "<svg height=", Number(kHeight), " role=img aria-label=\"",
        Text(absl::StrCat("Change of ", CellNameText(table_, row), ": ", Amount(table_, change))),
        "\">");
    if (change.comparison.has_value() && change.comparison->range.has_value()) {
      const double from = scale_.At(1 + change.comparison->range->low / 100);
      const double to = scale_.At(1 + change.comparison->range->high / 100);
      absl::StrAppend(&svg, "<rect class=range x=", Percent(from), " width=", Percent(to - from),
                      " y=3 height=", Number(kHeight - 6), " />");
    }
    absl::StrAppend(&svg, "<use href=\"#", grid_, "\" />");
    const char* const colour = ColourOf(table_.metric, evidence);
    if (const std::optional<RatioInterval> interval = IntervalOf(change); interval.has_value()) {
      absl::StrAppend(&svg, "<line class=\"ci ", colour,
                      "\" x1=", Percent(scale_.At(interval->low)),
                      " x2=", Percent(scale_.At(interval->high)), " y1=", Number(kMiddle),
                      " y2=", Number(kMiddle), " />");
    }
    if (const std::optional<double> ratio = PublishedRatio(change); ratio.has_value()) {
      absl::StrAppend(&svg, "<use class=pub href=\"#o\" x=", Percent(scale_.At(*ratio)),
                      " y=", Number(kMiddle), " />");
    }
    if (const std::optional<double> estimate = EstimateOf(change); estimate.has_value()) {
      const bool shown = (evidence == Evidence::kLower || evidence == Evidence::kHigher) &&
                         StandsCorrection(table_, change);
      absl::StrAppend(&svg, "<circle class=\"pt ", colour, shown ? "" : " open",
                      "\" cx=", Percent(scale_.At(*estimate)), " cy=", Number(kMiddle), " r=5 />");
    }
    return svg + "</svg>";
  }

  const Table& table_;
  const size_t index_;
  const ChangeScale scale_;
  const std::string grid_;
};

std::string Key(const Table& table) {
  const std::string interval = absl::StrFormat("%.4g%% interval", table.confidence * 100);
  std::string html = "<p class=legend>";
  if (table.metric.exact()) {
    html +=
        "A full point is a count that moved, an open one a change within the spread of the runs.";
  } else {
    absl::StrAppend(&html, "The bar is the ", interval, ", the point the estimate",
                    table.unpaired ? "" : " from pairs of runs",
                    ". A change has a colour where its "
                    "interval leaves out 0, and its point is full where it also stands the "
                    "correction for the number of rows",
                    absl::StrFormat(" (q at most %.3g).", 1 - table.confidence));
  }
  if (table.tolerance_points.has_value()) {
    html += " A diamond is the published change";
    html += table.standard == v1::DIRECTION ? "." : ", the field around it what agrees with it.";
  }
  return html + "</p>";
}

}  // namespace

std::string DrawForest(const Table& table) {
  if (table.builds.size() < 2 || table.rows.empty()) return "";
  std::string html;
  for (size_t i = 0; i + 1 < table.builds.size(); ++i) html += Forest(table, i).Draw();
  return html + Key(table);
}

}  // namespace benchcell::html
