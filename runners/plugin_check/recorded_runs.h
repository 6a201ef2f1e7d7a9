// Runs that were recorded beside a plugin, for checks and tests of it: what it was asked, and the
// raw outputs that a real run left.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_RECORDED_RUNS_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_RECORDED_RUNS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

using OutputFiles = google::protobuf::RepeatedPtrField<v1::RawOutputFile>;

struct RecordedRun {
  // Of its folder.
  std::string name;
  // With the raw outputs: every file below the folder but request.json, by its path there.
  v1::ParseRequest request;
};

// Of each folder in `folder` that has a request.json (a ParseRequest in protobuf's JSON mapping),
// sorted by name. None if there is no such folder. INVALID_ARGUMENT for a request.json that is
// none.
absl::StatusOr<std::vector<RecordedRun>> ReadRecordedRuns(const std::filesystem::path& folder);

// What discovery left: for each folder discovered/BUILD in `folder` the raw outputs in it, of a
// command that ended with exit code 0.
std::vector<v1::Discovered> ReadDiscovered(const std::filesystem::path& folder);

// The bundles of bundles.json in `folder` (a BundleManifest in protobuf's JSON mapping; paths don't
// matter): what Bazel, or a stored run, said of labels. None if there is no such file.
absl::StatusOr<std::vector<v1::Bundle>> ReadRecordedBundles(const std::filesystem::path& folder);

// Adds to that file those whose labels it doesn't have.
absl::Status RecordBundles(const std::vector<v1::Bundle>& bundles,
                           const std::filesystem::path& folder);

// Copies raw outputs to their names in `folder`, which is made, or must be empty: ALREADY_EXISTS.
// INVALID_ARGUMENT for a name that leads out of it.
absl::Status CopyOutputs(const OutputFiles& outputs, const std::filesystem::path& folder);

// The same with a request.json that ReadRecordedRuns reads again.
absl::Status WriteRecordedRun(const v1::ParseRequest& request, const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_RECORDED_RUNS_H_
