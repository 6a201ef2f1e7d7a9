#include "runners/plugins/objections.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "absl/strings/str_cat.h"
#include "runners/design/expand.h"
#include "runners/plugins/plan_objection.h"

namespace benchcell {
namespace {

using Metrics = google::protobuf::RepeatedPtrField<v1::Metric>;

std::string CellsObjection(const v1::ExpandRequest& request, const v1::ExpandResponse& response) {
  if (response.cell().empty()) return "gave no cells and no reason";
  const auto& builds = request.experiment().build();
  for (int i = 0; i < response.cell_size(); ++i) {
    const v1::Cell& cell = response.cell(i);
    const std::string name = absl::StrCat("for ", DescribeLevels(cell.level()));
    if (cell.index() != static_cast<uint32_t>(i)) return absl::StrCat("misnumbered a cell ", name);
    if (cell.build_size() != builds.size()) return absl::StrCat("left a build out ", name);
    for (int b = 0; b < builds.size(); ++b) {
      if (cell.build(b).build() != builds[b].name()) {
        return absl::StrCat("changed the order of builds ", name);
      }
      const std::string objection =
          PlanObjection(cell.build(b), v1::Command::MEASURE, request.bundle());
      if (!objection.empty()) {
        return absl::StrCat(objection, " (", name, ", build ", builds[b].name(), ")");
      }
    }
  }
  return "";
}

std::string DiscoveryObjection(const v1::ExpandRequest& request,
                               const v1::ExpandResponse& response) {
  for (const v1::BuildPlan& plan : response.discover()) {
    const auto& builds = request.experiment().build();
    if (std::none_of(builds.begin(), builds.end(),
                     [&](const v1::Build& build) { return build.name() == plan.build(); })) {
      return absl::StrCat("wants to discover something of \"", plan.build(),
                          "\", which is no build of the experiment");
    }
    const std::string objection = PlanObjection(plan, v1::Command::DISCOVER, request.bundle());
    if (!objection.empty()) return absl::StrCat(objection, " (build ", plan.build(), ")");
  }
  return "";
}

const v1::Metric* FindMetric(const Metrics& metrics, const std::string& name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const v1::Metric& metric) { return metric.name() == name; });
  return found == metrics.end() ? nullptr : &*found;
}

// What is wrong with a sample or a profile of a metric, which is `what`; empty if nothing.
std::string MetricObjection(const Metrics& metrics, const std::string& what,
                            const std::string& metric, const std::string& benchmark) {
  const v1::Metric* declared = FindMetric(metrics, metric);
  if (declared == nullptr) {
    return absl::StrCat("gave a ", what, " of \"", metric,
                        "\", a metric that it does not describe");
  }
  if ((declared->scope() == v1::BENCHMARK) == benchmark.empty()) {
    return absl::StrCat("gave a ", what, " of \"", metric, "\" for benchmark \"", benchmark,
                        "\", which is not that metric's scope");
  }
  return "";
}

std::string ProfileObjection(const Metrics& metrics, const v1::Profile& profile) {
  std::string objection =
      MetricObjection(metrics, "profile", profile.metric(), profile.benchmark());
  if (!objection.empty()) return objection;
  for (const v1::Frame& frame : profile.frame()) {
    if (!std::isfinite(frame.cost())) {
      return absl::StrCat("gave a profile of \"", profile.metric(), "\" in which \"",
                          frame.function(), "\" costs no finite number");
    }
    if (frame.kind() == v1::FRAME_KIND_UNSPECIFIED || !v1::FrameKind_IsValid(frame.kind())) {
      return absl::StrCat("gave a profile of \"", profile.metric(), "\" in which \"",
                          frame.function(), "\" has no kind");
    }
  }
  return "";
}

std::string FailureObjection(const v1::ParseResponse& answer, const v1::BenchmarkFailure& failure) {
  if (failure.status() != v1::GENUINE_FAILURE && failure.status() != v1::HARNESS_ERROR) {
    return absl::StrCat("gave benchmark \"", failure.benchmark(), "\" the status ",
                        v1::RunStatus_Name(failure.status()),
                        "; GENUINE_FAILURE and HARNESS_ERROR are a benchmark's failures");
  }
  const bool measured = std::any_of(
      answer.sample().begin(), answer.sample().end(),
      [&](const v1::Sample& sample) { return sample.benchmark() == failure.benchmark(); });
  if (!measured && !failure.benchmark().empty()) return "";
  return absl::StrCat("said that benchmark \"", failure.benchmark(), "\" failed, ",
                      measured ? "and gave a sample of it" : "which is no name");
}

}  // namespace

std::string ExpandObjection(const v1::ExpandRequest& request, const v1::ExpandResponse& response) {
  if (response.discover().empty()) return CellsObjection(request, response);
  if (!request.discovered().empty()) return "wants to discover a second time";
  return DiscoveryObjection(request, response);
}

std::string MetricsObjection(const google::protobuf::RepeatedPtrField<v1::Metric>& described,
                             const google::protobuf::RepeatedPtrField<v1::Metric>& added) {
  std::set<std::string> names;
  for (const v1::Metric& metric : described) names.insert(metric.name());
  for (const v1::Metric& metric : added) {
    if (metric.name().empty() || metric.unit().empty() ||
        !v1::Direction_IsValid(metric.direction()) ||
        metric.direction() == v1::DIRECTION_UNSPECIFIED || !v1::Scope_IsValid(metric.scope()) ||
        metric.scope() == v1::SCOPE_UNSPECIFIED) {
      return absl::StrCat("gave a metric \"", metric.name(),
                          "\" that lacks its name, unit, direction or scope");
    }
    if (!names.insert(metric.name()).second) {
      return absl::StrCat("gave two metrics the name \"", metric.name(), "\"");
    }
  }
  return "";
}

std::string ParseObjection(const google::protobuf::RepeatedPtrField<v1::Metric>& metrics,
                           const v1::ParseResponse& answer) {
  if (answer.status() != v1::OK && answer.status() != v1::GENUINE_FAILURE &&
      answer.status() != v1::HARNESS_ERROR) {
    return absl::StrCat("gave the status ", v1::RunStatus_Name(answer.status()),
                        "; OK, GENUINE_FAILURE and HARNESS_ERROR are a plugin's to give");
  }
  for (const v1::Sample& sample : answer.sample()) {
    std::string objection = MetricObjection(metrics, "sample", sample.metric(), sample.benchmark());
    if (!objection.empty()) return objection;
    if (!std::isfinite(sample.value())) {
      return absl::StrCat("gave a sample of \"", sample.metric(), "\" that is not a finite number");
    }
  }
  for (const v1::Profile& profile : answer.profile()) {
    std::string objection = ProfileObjection(metrics, profile);
    if (!objection.empty()) return objection;
  }
  for (const v1::BenchmarkFailure& failure : answer.benchmark_failure()) {
    std::string objection = FailureObjection(answer, failure);
    if (!objection.empty()) return objection;
  }
  return "";
}

}  // namespace benchcell
