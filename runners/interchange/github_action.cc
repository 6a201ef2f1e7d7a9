#include "runners/interchange/github_action.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/base/status_macros.h"
#include "runners/interchange/series.h"
#include "runners/stats/median.h"
#include "runners/stats/moments.h"

namespace benchcell {
namespace {

using Json = nlohmann::ordered_json;

std::string UnitWords(const std::string& unit) {
  if (unit == "By") return "bytes";
  return unit == "1" ? "count" : unit;
}

Json EntryOf(const v1::ExperimentRun& run, const v1::Metric& metric, const Series& series) {
  Moments moments;
  for (const double value : series.values) moments.Add(value);
  Json entry = {
      {"name", absl::StrCat(run.resolved().experiment().name(), ": ", SeriesName(series))},
      {"unit", UnitWords(metric.unit())},
      {"value", *Median(series.values)}};
  if (moments.count() > 1) {
    entry["range"] = absl::StrFormat("± %.3g", std::sqrt(moments.Variance()));
  }
  entry["extra"] = absl::StrCat(metric.name(), ", median of ", moments.count(),
                                moments.count() == 1 ? " run" : " runs");
  return entry;
}

}  // namespace

absl::StatusOr<Exported> WriteGithubAction(const v1::ExperimentRun& run,
                                           const ExportChoice& choice) {
  ASSIGN_OR_RETURN(const v1::Metric metric, ChooseMetric(run, choice, ""));
  if (metric.direction() != v1::LOWER_IS_BETTER && metric.direction() != v1::HIGHER_IS_BETTER) {
    return absl::InvalidArgumentError(
        absl::StrCat("github-action-benchmark wants to know which way is better: of ",
                     metric.name(), " neither is; choose another with --metric"));
  }
  ASSIGN_OR_RETURN(const std::vector<Series> all, SeriesOf(run, metric, choice.builds));
  Json entries = Json::array();
  for (const Series& series : all) entries.push_back(EntryOf(run, metric, series));
  Exported exported;
  exported.text = entries.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  exported.remarks = FailuresLeftOut(run);
  exported.remarks.push_back(absl::StrCat(
      "Give this to github-action-benchmark as `tool: ",
      metric.direction() == v1::LOWER_IS_BETTER ? "customSmallerIsBetter" : "customBiggerIsBetter",
      "`. It has the median of ", metric.name(), " for each cell and build, and no single runs."));
  return exported;
}

}  // namespace benchcell
