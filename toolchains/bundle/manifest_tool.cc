// Checks an experiment's labels and writes its manifest, for benchcell_experiment of bundle.bzl.
//
//     manifest_tool TARGET EXPERIMENT.textproto OUT.bundles.json BUNDLE.json...
//
// The labels of the experiment must be among those of the BUNDLE.json files, one manifest for each
// bundle of the target. Errors go to standard error; exit code 1, or 2 for a wrong command line.

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "benchcell/v1/bundle.pb.h"
#include "google/protobuf/util/json_util.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "toolchains/bundle/experiment_labels.h"

namespace benchcell {
namespace {

namespace protobuf = google::protobuf::util;

absl::StatusOr<v1::BundleManifest> ReadManifest(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  v1::BundleManifest manifest;
  const auto status = protobuf::JsonStringToMessage(text, &manifest);
  if (!status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is no bundle manifest: ", status.ToString()));
  }
  return manifest;
}

absl::Status Run(const std::string& target, const std::string& experiment, const std::string& out,
                 const std::vector<std::string>& bundles) {
  std::vector<v1::BundleManifest> manifests;
  for (const std::string& path : bundles) {
    ASSIGN_OR_RETURN(v1::BundleManifest manifest, ReadManifest(path));
    manifests.push_back(std::move(manifest));
  }
  ASSIGN_OR_RETURN(const v1::BundleManifest merged, MergeManifests(manifests));
  std::vector<std::string> listed;
  for (const auto& entry : merged.entry()) {
    if (listed.empty() || listed.back() != entry.bundle().label()) {
      listed.push_back(entry.bundle().label());
    }
  }
  ASSIGN_OR_RETURN(const std::string text, ReadFile(experiment));
  ASSIGN_OR_RETURN(const std::vector<PlacedLabel> labels, LabelsOfExperiment(text, experiment));
  RETURN_IF_ERROR(CheckLabels(labels, experiment, listed, target));

  std::string printed;
  const auto status = protobuf::MessageToJsonString(merged, &printed);
  if (!status.ok()) return absl::InternalError(status.ToString());
  // protobuf prints maps in any order; equal inputs must give equal bytes.
  return WriteFile(out, nlohmann::json::parse(printed).dump(2) + "\n");
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: manifest_tool TARGET EXPERIMENT.textproto OUT.json BUNDLE.json...\n";
    return 2;
  }
  const absl::Status status =
      benchcell::Run(argv[1], argv[2], argv[3], std::vector<std::string>(argv + 4, argv + argc));
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << std::string(status.message()) << "\n";
  return EXIT_FAILURE;
}
