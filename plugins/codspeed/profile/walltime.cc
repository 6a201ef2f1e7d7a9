#include "plugins/codspeed/profile/walltime.h"

#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "runners/base/text.h"

namespace benchcell::codspeed {
namespace {

using Json = nlohmann::json;

struct Statistic {
  const char* field;
  const char* metric;
  double scale;
};

constexpr Statistic kStatistics[] = {
    {"median_ns", kWallTime, 1e-9},
    {"mean_ns", "wall_time_mean", 1e-9},
    {"stdev_ns", "wall_time_deviation", 1e-9},
    {"min_ns", "wall_time_minimum", 1e-9},
    {"max_ns", "wall_time_maximum", 1e-9},
    {"q1_ns", "wall_time_first_quartile", 1e-9},
    {"q3_ns", "wall_time_third_quartile", 1e-9},
    {"rounds", "rounds", 1},
    {"iter_per_round", "iterations_per_round", 1},
    // In seconds, unlike all others.
    {"total_time", "total_time", 1},
    {"iqr_outlier_rounds", "outlier_rounds", 1},
};

const Json& Field(const Json& object, const char* name) {
  static const auto& null = *new Json(nullptr);
  if (!object.is_object()) return null;
  const auto found = object.find(name);
  return found == object.end() ? null : *found;
}

std::string Text(const Json& value) {
  return value.is_string() ? ToValidUtf8(value.get<std::string>()) : std::string();
}

absl::StatusOr<BenchmarkProfile> ParseBenchmark(const Json& benchmark, const std::string& place) {
  BenchmarkProfile profile;
  if (!Field(benchmark, "uri").is_string()) {
    return absl::InvalidArgumentError(absl::StrCat(
        place, ".uri: found ", Field(benchmark, "uri").type_name(), ", expected a text"));
  }
  profile.uri = Text(Field(benchmark, "uri"));
  const Json& stats = Field(benchmark, "stats");
  for (const Statistic& statistic : kStatistics) {
    const Json& value = Field(stats, statistic.field);
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      return absl::InvalidArgumentError(absl::StrCat(place, ".stats.", statistic.field, ": found ",
                                                     value.type_name(), ", expected a number"));
    }
    v1::Sample& sample = profile.samples.emplace_back();
    sample.set_metric(statistic.metric);
    sample.set_value(value.get<double>() * statistic.scale);
  }
  return profile;
}

}  // namespace

absl::StatusOr<WalltimeResults> ParseWalltime(std::string_view json, const std::string& name) {
  const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  const Json& benchmarks = Field(parsed, "benchmarks");
  if (!benchmarks.is_array()) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": found ", parsed.is_discarded() ? "no JSON" : "no list of benchmarks",
                     ", expected what CodSpeed's core writes: {\"benchmarks\": [...]}"));
  }
  WalltimeResults results;
  const Json& creator = Field(parsed, "creator");
  results.codspeed =
      absl::StrCat(Text(Field(creator, "name")), " ", Text(Field(creator, "version")));
  const Json& pid = Field(creator, "pid");
  for (size_t i = 0; i < benchmarks.size(); ++i) {
    absl::StatusOr<BenchmarkProfile> benchmark =
        ParseBenchmark(benchmarks[i], absl::StrCat(name, ": benchmarks[", i, "]"));
    if (!benchmark.ok()) return benchmark.status();
    benchmark->pid = pid.is_number_unsigned() ? pid.get<uint64_t>() : 0;
    results.benchmarks.push_back(*std::move(benchmark));
  }
  return results;
}

}  // namespace benchcell::codspeed
