#include "runners/coordinator/judge.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

const v1::Metric* FindMetric(const v1::ExperimentRun& plan, const std::string& name) {
  const auto found = std::find_if(plan.metric().begin(), plan.metric().end(),
                                  [&](const v1::Metric& metric) { return metric.name() == name; });
  return found == plan.metric().end() ? nullptr : &*found;
}

// What is wrong with a sample or a profile of a metric, which is `what`; empty if nothing.
std::string MetricObjection(const v1::ExperimentRun& plan, const std::string& what,
                            const std::string& metric, const std::string& benchmark) {
  const v1::Metric* declared = FindMetric(plan, metric);
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

std::string ProfileObjection(const v1::ExperimentRun& plan, const v1::Profile& profile) {
  std::string objection = MetricObjection(plan, "profile", profile.metric(), profile.benchmark());
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

// What is wrong with an answer; empty if nothing.
std::string Objection(const v1::ExperimentRun& plan, const v1::ParseResponse& answer) {
  if (answer.status() != v1::OK && answer.status() != v1::GENUINE_FAILURE &&
      answer.status() != v1::HARNESS_ERROR) {
    return absl::StrCat("gave the status ", v1::RunStatus_Name(answer.status()),
                        "; OK, GENUINE_FAILURE and HARNESS_ERROR are a plugin's to give");
  }
  for (const v1::Sample& sample : answer.sample()) {
    std::string objection = MetricObjection(plan, "sample", sample.metric(), sample.benchmark());
    if (!objection.empty()) return objection;
    if (!std::isfinite(sample.value())) {
      return absl::StrCat("gave a sample of \"", sample.metric(), "\" that is not a finite number");
    }
  }
  for (const v1::Profile& profile : answer.profile()) {
    std::string objection = ProfileObjection(plan, profile);
    if (!objection.empty()) return objection;
  }
  for (const v1::BenchmarkFailure& failure : answer.benchmark_failure()) {
    std::string objection = FailureObjection(answer, failure);
    if (!objection.empty()) return objection;
  }
  return "";
}

v1::ParseResponse HarnessError(const std::string& message) {
  v1::ParseResponse answer;
  answer.set_status(v1::HARNESS_ERROR);
  answer.set_message(message);
  return answer;
}

}  // namespace

absl::StatusOr<google::protobuf::RepeatedPtrField<v1::RawOutputFile>> RawOutputFiles(
    const v1::RunRecord& record, const BlobStore& blobs) {
  google::protobuf::RepeatedPtrField<v1::RawOutputFile> files;
  for (const v1::RawOutput& output : record.raw_output()) {
    v1::RawOutputFile& file = *files.Add();
    file.set_name(output.name());
    ASSIGN_OR_RETURN(const std::filesystem::path path, blobs.PathOf(output.sha256()));
    file.set_path(path.string());
  }
  return files;
}

absl::Status JudgeRecord(const v1::ExperimentRun& plan, PluginClient& plugin,
                         const BlobStore& blobs, v1::RunRecord& record) {
  if (record.status() != v1::RUN_STATUS_UNSPECIFIED) return absl::OkStatus();
  if (plan.discovery()) {
    // What a discovery is worth, the plugin says when it gets its outputs.
    record.set_status(v1::OK);
    return absl::OkStatus();
  }
  v1::ParseRequest request;
  if (record.cell() >= static_cast<uint32_t>(plan.cell_size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("a record names cell ", record.cell(), " of ", plan.cell_size(), " cells"));
  }
  const v1::Cell& cell = plan.cell(static_cast<int>(record.cell()));
  if (record.planned().build() >= static_cast<uint32_t>(cell.build_size())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a record names build ", record.planned().build(), " of ", cell.build_size(), " builds"));
  }
  request.mutable_cell()->set_index(cell.index());
  *request.mutable_cell()->mutable_level() = cell.level();
  request.set_build(cell.build(static_cast<int>(record.planned().build())).build());
  *request.mutable_record() = record;
  ASSIGN_OR_RETURN(*request.mutable_raw_output(), RawOutputFiles(record, blobs));
  absl::StatusOr<v1::ParseResponse> answer = plugin.Parse(request);
  if (!answer.ok()) {
    answer = HarnessError(std::string(answer.status().message()));
  } else if (const std::string objection = Objection(plan, *answer); !objection.empty()) {
    answer = HarnessError(
        absl::StrCat("plugin ", plan.resolved().experiment().plugin(), " ", objection));
  }
  record.set_status(answer->status());
  record.set_message(answer->message());
  *record.mutable_sample() = answer->sample();
  *record.mutable_observed() = answer->observed();
  *record.mutable_profile() = answer->profile();
  *record.mutable_benchmark_failure() = answer->benchmark_failure();
  return absl::OkStatus();
}

}  // namespace benchcell
