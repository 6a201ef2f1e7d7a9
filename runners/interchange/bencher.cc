#include "runners/interchange/bencher.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/blobs/digest.h"
#include "runners/interchange/series.h"
#include "runners/stats/median.h"

namespace benchcell {
namespace {

using Json = nlohmann::ordered_json;

// Bencher's limits.
constexpr size_t kLongestName = 1024;
constexpr size_t kLongestSlug = 64;
constexpr size_t kDigestShown = 16;

struct Measure {
  v1::Metric metric;
  std::string slug;
  double factor = 1;
};

// Lower-case letters and digits, with single dashes between.
std::string Slug(const std::string& text) {
  std::string slug;
  for (const char each : text) {
    const auto c = static_cast<unsigned char>(each);
    if (absl::ascii_isalnum(c)) {
      slug += absl::ascii_tolower(c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  slug = slug.substr(0, kLongestSlug - 4);  // room for what tells equal ones apart
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "metric" : slug;
}

std::string UnitWord(const std::string& unit) {
  static const auto* const words =
      new std::map<std::string, std::string>{{"s", "seconds"},
                                             {"By", "bytes"},
                                             {"1/s", "per second"},
                                             {"By/s", "bytes per second"},
                                             {"1", ""}};
  const auto word = words->find(unit);
  return word != words->end() ? word->second : unit;
}

std::vector<Measure> MeasuresOf(const std::vector<v1::Metric>& metrics) {
  std::vector<Measure> measures;
  std::set<std::string> taken;
  for (const v1::Metric& metric : metrics) {
    if (metric.unit() == "s" && taken.insert("latency").second) {
      measures.push_back({metric, "latency", 1e9});
      continue;
    }
    if (metric.unit() == "1/s" && taken.insert("throughput").second) {
      measures.push_back({metric, "throughput"});
      continue;
    }
    const std::string slug = Slug(absl::StrCat(metric.name(), " ", UnitWord(metric.unit())));
    std::string free = slug;
    for (int i = 2; !taken.insert(free).second; ++i) free = absl::StrCat(slug, "-", i);
    measures.push_back({metric, free});
  }
  return measures;
}

std::string BenchmarkName(const v1::ExperimentRun& run, const Series& series) {
  std::string name = absl::StrCat(run.resolved().experiment().name(), ": ", SeriesName(series));
  if (name.size() <= kLongestName) return name;
  const std::string digest = Sha256OfBytes(name).substr(0, kDigestShown);
  name.resize(kLongestName - kDigestShown - 1);
  while (ToValidUtf8(name) != name) name.pop_back();
  return absl::StrCat(name, "~", digest);
}

}  // namespace

absl::StatusOr<Exported> WriteBencher(const v1::ExperimentRun& run, const ExportChoice& choice) {
  ASSIGN_OR_RETURN(const std::vector<v1::Metric> metrics, ChooseMetrics(run, choice));
  Json benchmarks = Json::object();
  for (const Measure& measure : MeasuresOf(metrics)) {
    ASSIGN_OR_RETURN(const std::vector<Series> all, SeriesOf(run, measure.metric, choice.builds));
    for (const Series& series : all) {
      const auto [least, most] = std::minmax_element(series.values.begin(), series.values.end());
      Json metric = {{"value", *Median(series.values) * measure.factor}};
      if (series.values.size() > 1) {
        metric["lower_value"] = *least * measure.factor;
        metric["upper_value"] = *most * measure.factor;
      }
      benchmarks[BenchmarkName(run, series)][measure.slug] = std::move(metric);
    }
  }
  Exported exported;
  exported.text = benchmarks.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  exported.remarks = FailuresLeftOut(run);
  exported.remarks.push_back(
      "Bencher's format has the median of the runs and, as bounds, the least and the greatest; it "
      "has no place for single runs, the machine or which way is better.");
  return exported;
}

}  // namespace benchcell
