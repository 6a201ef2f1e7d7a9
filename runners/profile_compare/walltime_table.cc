#include "runners/profile_compare/walltime_table.h"

#include <cmath>
#include <cstdint>
#include <map>

#include "absl/strings/str_cat.h"
#include "runners/report/format.h"
#include "runners/report/grid.h"
#include "runners/report/text.h"
#include "runners/stats/student_quantile.h"
#include "runners/stats/welch.h"

namespace benchcell {
namespace {

WalltimeSide SideOf(const codspeed::BenchmarkProfile& benchmark) {
  WalltimeSide side;
  for (const v1::Sample& sample : benchmark.samples) {
    if (sample.metric() == "wall_time_mean") side.mean = sample.value();
    if (sample.metric() == "wall_time_deviation") side.deviation = sample.value();
    if (sample.metric() == codspeed::kWallTime) side.median = sample.value();
    if (sample.metric() == "rounds") side.rounds = sample.value();
  }
  return side;
}

SampleSummary SummaryOf(const WalltimeSide& side) {
  return {side.mean, side.deviation * side.deviation, static_cast<int64_t>(side.rounds)};
}

void Compare(double confidence, WalltimeRow& row) {
  if (!row.base.has_value() || !row.head.has_value() || !(row.base->mean > 0)) return;
  row.change_percent = PercentOf(row.head->mean / row.base->mean);
  const WelchTest test = TestMeans(SummaryOf(*row.head), SummaryOf(*row.base));
  if (test.problem != WelchProblem::kNone) return;
  row.half_width_percent = 100 * test.standard_error / row.base->mean *
                           StudentQuantile(test.degrees_of_freedom, 1 - confidence);
}

std::string Time(const std::optional<WalltimeSide>& side, double WalltimeSide::*statistic) {
  return side.has_value() ? FormatValue((*side).*statistic, "s") : kNothing;
}

std::string Interval(const WalltimeRow& row) {
  if (!row.half_width_percent.has_value()) return kNothing;
  return absl::StrCat("[", FormatBound(*row.change_percent - *row.half_width_percent), ", ",
                      FormatBound(*row.change_percent + *row.half_width_percent), "]");
}

std::string Rounds(const WalltimeRow& row) {
  const auto rounds = [](const std::optional<WalltimeSide>& side) {
    return side.has_value() ? FormatValue(side->rounds, "1") : std::string(kNothing);
  };
  return absl::StrCat(rounds(row.base), " / ", rounds(row.head));
}

}  // namespace

std::vector<WalltimeRow> CompareWalltime(const codspeed::ImportedProfile& base,
                                         const codspeed::ImportedProfile& head, double confidence) {
  std::vector<WalltimeRow> rows;
  std::map<std::string, size_t> places;
  for (const codspeed::BenchmarkProfile& benchmark : base.benchmarks) {
    places[benchmark.uri] = rows.size();
    rows.push_back({benchmark.uri, SideOf(benchmark), {}, {}, {}});
  }
  for (const codspeed::BenchmarkProfile& benchmark : head.benchmarks) {
    const auto [place, is_new] = places.emplace(benchmark.uri, rows.size());
    if (is_new) rows.push_back({benchmark.uri, {}, {}, {}, {}});
    rows[place->second].head = SideOf(benchmark);
  }
  for (WalltimeRow& row : rows) Compare(confidence, row);
  return rows;
}

std::string RenderWalltime(const std::vector<WalltimeRow>& rows, const std::string& title,
                           double confidence) {
  std::vector<GridColumn> columns = {{"benchmark", false, {}}, {"base", true, {}},
                                     {"head", true, {}},       {"Δ of means", true, {}},
                                     {"", true, {}},           {"rounds", true, {}}};
  columns[4].head = absl::StrCat(std::lround(100 * confidence), "% interval");
  for (const WalltimeRow& row : rows) {
    columns[0].cells.push_back(MarkdownText(row.benchmark));
    columns[1].cells.push_back(Time(row.base, &WalltimeSide::median));
    columns[2].cells.push_back(Time(row.head, &WalltimeSide::median));
    columns[3].cells.push_back(row.change_percent.has_value() ? FormatChange(*row.change_percent)
                                                              : kNothing);
    columns[4].cells.push_back(Interval(row));
    columns[5].cells.push_back(Rounds(row));
  }
  return absl::StrCat(
      "### ", MarkdownText(title), "\n\n", DrawGrid(columns, rows.size()),
      "\nTimes are medians of an iteration. A walltime profile has no samples, only their mean, "
      "deviation and number in each process: the change is that of the means, the interval "
      "Welch's, "
      "in per cent of the base's mean. It tells of the rounds of these two processes only; "
      "processes "
      "differ more from each other than rounds do. Base and head were not measured in turns.\n");
}

}  // namespace benchcell
