#include "runners/coordinator/judge.h"

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/plugins/objections.h"

namespace benchcell {
namespace {

v1::ParseResponse HarnessError(const std::string& message) {
  v1::ParseResponse answer;
  answer.set_status(v1::HARNESS_ERROR);
  answer.set_message(message);
  return answer;
}

absl::StatusOr<v1::ParseRequest> RequestOf(const v1::ExperimentRun& plan,
                                           const v1::RunRecord& record,
                                           const RawOutputList& outputs) {
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
  *request.mutable_raw_output() = outputs;
  return request;
}

}  // namespace

absl::StatusOr<RawOutputList> RawOutputFiles(const v1::RunRecord& record, const BlobStore& blobs) {
  RawOutputList files;
  for (const v1::RawOutput& output : record.raw_output()) {
    v1::RawOutputFile& file = *files.Add();
    file.set_name(output.name());
    ASSIGN_OR_RETURN(const std::filesystem::path path, blobs.PathOf(output.sha256()));
    file.set_path(path.string());
  }
  return files;
}

absl::StatusOr<v1::ParseRequest> ParseRequestOf(const v1::ExperimentRun& plan,
                                                const v1::RunRecord& record,
                                                const BlobStore& blobs) {
  ASSIGN_OR_RETURN(const RawOutputList outputs, RawOutputFiles(record, blobs));
  return RequestOf(plan, record, outputs);
}

absl::Status JudgeRecord(const v1::ExperimentRun& plan, PluginClient& plugin,
                         const BlobStore& blobs, v1::RunRecord& record) {
  if (record.status() != v1::RUN_STATUS_UNSPECIFIED) return absl::OkStatus();
  if (plan.discovery()) {
    // What a discovery is worth, the plugin says when it gets its outputs.
    record.set_status(v1::OK);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const RawOutputList outputs, RawOutputFiles(record, blobs));
  return JudgeOutputs(plan, plugin, outputs, record);
}

absl::Status JudgeOutputs(const v1::ExperimentRun& plan, PluginClient& plugin,
                          const RawOutputList& outputs, v1::RunRecord& record) {
  ASSIGN_OR_RETURN(const v1::ParseRequest request, RequestOf(plan, record, outputs));
  absl::StatusOr<v1::ParseResponse> answer = plugin.Parse(request);
  if (!answer.ok()) {
    answer = HarnessError(std::string(answer.status().message()));
  } else if (const std::string objection = ParseObjection(plan.metric(), *answer);
             !objection.empty()) {
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
