// What a measured run is worth: the plugin's word on a record.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_JUDGE_H_
#define BENCHCELL_RUNNERS_COORDINATOR_JUDGE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/blobs/blob_store.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

using RawOutputList = google::protobuf::RepeatedPtrField<v1::RawOutputFile>;

// Fills status, message, samples, profiles, observations and failed benchmarks of a record whose
// status the agent has left open; others stay as they are. A plugin that fails, or says what its
// description doesn't allow, makes the record a harness error with the plugin's name. An error only
// if a raw output isn't stored.
absl::Status JudgeRecord(const v1::ExperimentRun& plan, PluginClient& plugin,
                         const BlobStore& blobs, v1::RunRecord& record);

// What a plugin is asked about a record of the plan. INVALID_ARGUMENT for a record of no cell or
// build of the plan; NOT_FOUND if a raw output isn't stored.
absl::StatusOr<v1::ParseRequest> ParseRequestOf(const v1::ExperimentRun& plan,
                                                const v1::RunRecord& record,
                                                const BlobStore& blobs);

// JudgeRecord with the files of the record's raw outputs at hand, whatever its status. An error
// only if the record names a cell or build that the plan doesn't have.
absl::Status JudgeOutputs(const v1::ExperimentRun& plan, PluginClient& plugin,
                          const RawOutputList& outputs, v1::RunRecord& record);

// The files of a record's raw outputs. NOT_FOUND if one isn't stored.
absl::StatusOr<RawOutputList> RawOutputFiles(const v1::RunRecord& record, const BlobStore& blobs);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_JUDGE_H_
