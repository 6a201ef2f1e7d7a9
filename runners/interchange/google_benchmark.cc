#include "runners/interchange/google_benchmark.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

// Numbers beside a benchmark's results that are no results.
const std::set<std::string>& NoCounters() {
  static const auto* const names = new std::set<std::string>{
      "cpu_time",  "family_index",     "iterations",  "per_family_instance_index",
      "real_time", "repetition_index", "repetitions", "threads"};
  return *names;
}

// What has to be alike for a comparison to be about the code.
constexpr const char* kSurroundings[] = {"host_name", "num_cpus", "mhz_per_cpu",
                                         "cpu_scaling_enabled", "library_build_type"};

const std::map<std::string, double>& Units() {
  static const auto* const units =
      new std::map<std::string, double>{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  return *units;
}

absl::StatusOr<std::string> TextOf(const JsonPlace& object, const std::string& name) {
  ASSIGN_OR_RETURN(const JsonPlace place, object.Member(name));
  return place.Text();
}

bool IsTrue(const JsonPlace& object, const std::string& name) {
  const auto place = object.Find(name);
  return place.has_value() && place->value() == true;
}

// Why it has no result, if so.
absl::StatusOr<std::optional<std::string>> FailureOf(const JsonPlace& benchmark) {
  for (const auto& [flag, message] :
       {std::pair("error_occurred", "error_message"), std::pair("skipped", "skip_message")}) {
    if (!IsTrue(benchmark, flag)) continue;
    if (!benchmark.Find(message).has_value()) return flag;
    return TextOf(benchmark, message);
  }
  return std::nullopt;
}

class Reader {
 public:
  absl::StatusOr<MeasuredFile> Read(const JsonPlace& top) {
    file_.format = "google-benchmark";
    file_.tool = "Google Benchmark";
    AddMetric("real_time", "s", v1::LOWER_IS_BETTER, "Wall time of one iteration.");
    AddMetric("cpu_time", "s", v1::LOWER_IS_BETTER, "CPU time of one iteration.");
    ASSIGN_OR_RETURN(const JsonPlace context, top.Member("context"));
    if (context.Find("library_version").has_value()) {
      ASSIGN_OR_RETURN(const std::string version, TextOf(context, "library_version"));
      absl::StrAppend(&file_.tool, " ", version);
    }
    for (const char* name : kSurroundings) {
      const auto fact = context.Find(name);
      if (!fact.has_value()) continue;
      observed_[name] =
          fact->value().is_string() ? fact->value().get<std::string>() : fact->value().dump();
    }
    ASSIGN_OR_RETURN(const JsonPlace list, top.Member("benchmarks"));
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> benchmarks, list.Items());
    for (const JsonPlace& benchmark : benchmarks) RETURN_IF_ERROR(ReadBenchmark(benchmark));
    if (not_finite_ > 0) {
      file_.remarks.push_back(absl::StrCat(not_finite_,
                                           " values of counters that are NaN or "
                                           "infinite are left out."));
    }
    if (complexities_) file_.remarks.push_back("Fitted complexities (BigO, RMS) are left out.");
    return std::move(file_);
  }

 private:
  void AddMetric(const std::string& name, const std::string& unit, v1::Direction direction,
                 const std::string& description) {
    v1::Metric metric = MakeMetric(name, unit, direction, description);
    for (const char* fact : kSurroundings) metric.add_comparable(fact);
    file_.metrics.push_back(std::move(metric));
    metrics_.insert(name);
  }

  void AddCounter(const std::string& name) {
    if (metrics_.count(name) > 0) return;
    const bool bytes = name == "bytes_per_second";
    const bool rate = bytes || name == "items_per_second";
    AddMetric(name,
              bytes  ? "By/s"
              : rate ? "1/s"
                     : "1",
              rate ? v1::HIGHER_IS_BETTER : v1::NEUTRAL, "A counter of the benchmark.");
  }

  MeasuredResult& ResultFor(const JsonPlace& benchmark, const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, file_.results.size());
    if (is_new) {
      MeasuredResult& result = file_.results.emplace_back();
      result.place = benchmark.pointer();
      result.levels = {MakeLevel("benchmark", name)};
    }
    return file_.results[found->second];
  }

  absl::Status ReadBenchmark(const JsonPlace& benchmark) {
    ASSIGN_OR_RETURN(std::string name, TextOf(benchmark, "name"));
    // Of a single run and of its aggregates; before 1.5 there is only `name`.
    if (benchmark.Find("run_name").has_value()) {
      ASSIGN_OR_RETURN(name, TextOf(benchmark, "run_name"));
    }
    if (benchmark.Find("aggregate_name").has_value()) return ReadAggregate(benchmark, name);
    RETURN_IF_ERROR(CheckOnce(benchmark, name));
    MeasuredResult& result = ResultFor(benchmark, name);
    ASSIGN_OR_RETURN(const std::optional<std::string> failure, FailureOf(benchmark));
    if (failure.has_value()) {
      result.runs.push_back(FailedRun(*failure));
      return absl::OkStatus();
    }
    ASSIGN_OR_RETURN(result.runs.emplace_back(), ReadRun(benchmark));
    return absl::OkStatus();
  }

  // Two benchmarks of one name would be taken for repetitions.
  absl::Status CheckOnce(const JsonPlace& benchmark, const std::string& name) {
    for (const char* member : {"family_index", "per_family_instance_index"}) {
      const auto place = benchmark.Find(member);
      if (!place.has_value()) return absl::OkStatus();
      const auto [known, is_new] = families_[name].emplace(member, place->value().dump());
      if (!is_new && known->second != place->value().dump()) {
        return place->Error(absl::StrCat("a second benchmark named ", name),
                            "benchmarks of different names, or repetitions of the same one");
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadAggregate(const JsonPlace& benchmark, const std::string& name) {
    ASSIGN_OR_RETURN(const std::string aggregate, TextOf(benchmark, "aggregate_name"));
    complexities_ = complexities_ || aggregate == "BigO" || aggregate == "RMS";
    if (aggregate != "median") return absl::OkStatus();
    ASSIGN_OR_RETURN(v1::RunRecord run, ReadRun(benchmark));
    std::string words = "median";
    if (const auto repetitions = benchmark.Find("repetitions"); repetitions.has_value()) {
      absl::StrAppend(&words, " of ", repetitions->value().dump(), " repetitions");
    }
    (*run.mutable_observed())[kSummaryOf] = words;
    ResultFor(benchmark, name).summary = std::move(run);
    return absl::OkStatus();
  }

  absl::StatusOr<v1::RunRecord> ReadRun(const JsonPlace& benchmark) {
    v1::RunRecord run;
    run.set_status(v1::OK);
    ASSIGN_OR_RETURN(const JsonPlace unit, benchmark.Member("time_unit"));
    ASSIGN_OR_RETURN(const std::string unit_name, unit.Text());
    const auto seconds = Units().find(unit_name);
    if (seconds == Units().end()) return unit.Unexpected("ns, us, ms or s");
    for (const char* time : {"real_time", "cpu_time"}) {
      ASSIGN_OR_RETURN(const JsonPlace place, benchmark.Member(time));
      ASSIGN_OR_RETURN(const double value, place.Amount());
      AddSample(time, value * seconds->second, run);
    }
    ASSIGN_OR_RETURN(const auto members, benchmark.Members());
    for (const auto& [name, place] : members) {
      if (NoCounters().count(name) > 0) continue;
      const auto& value = place.value();
      if (value == "NaN" || value == "Infinity" || value == "-Infinity") ++not_finite_;
      if (!value.is_number()) continue;
      ASSIGN_OR_RETURN(const double number, place.Number());
      AddCounter(name);
      AddSample(name, number, run);
    }
    *run.mutable_observed() = {observed_.begin(), observed_.end()};
    return run;
  }

  MeasuredFile file_;
  std::set<std::string> metrics_;
  std::map<std::string, std::string> observed_;
  std::map<std::string, size_t> numbers_;
  std::map<std::string, std::map<std::string, std::string>> families_;
  size_t not_finite_ = 0;
  bool complexities_ = false;
};

}  // namespace

bool IsGoogleBenchmark(const nlohmann::json& top) {
  return top.is_object() && top.contains("context") && top["context"].is_object() &&
         top.contains("benchmarks") && top["benchmarks"].is_array();
}

absl::StatusOr<MeasuredFile> ReadGoogleBenchmark(const JsonPlace& top) {
  return Reader().Read(top);
}

}  // namespace benchcell
