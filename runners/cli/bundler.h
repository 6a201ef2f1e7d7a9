// Has Bazel make the bundles of an experiment.

#ifndef BENCHCELL_RUNNERS_CLI_BUNDLER_H_
#define BENCHCELL_RUNNERS_CLI_BUNDLER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

struct BundleArchive {
  v1::Bundle bundle;
  std::filesystem::path archive;
};

// Every label of Bazel's that the experiment names, each once, in order.
std::vector<std::string> LabelsOf(const v1::Experiment& experiment);

// Fetches, checks and archives what is behind the labels for machines of `platform`, whichever this
// machine is of. Bazel writes to standard error. UNAVAILABLE if Bazel can't be started or can't
// make them, as where a pin lacks the platform; it has said why.
absl::StatusOr<std::vector<BundleArchive>> MakeBundles(const std::vector<std::string>& labels,
                                                       const std::string& platform,
                                                       const std::filesystem::path& root,
                                                       const CancellationFlag& interrupted);

// Packs a folder of the user's, without what version control and builds keep in it (`.git`, `out`),
// as the bundle labelled `--source`.
absl::StatusOr<BundleArchive> PackSource(const std::filesystem::path& folder,
                                         const std::filesystem::path& archive);

// Whether the experiment has an input with that label.
bool NeedsSource(const v1::Experiment& experiment);

// The labels of all pins that Bazel knows. Errors as above.
absl::StatusOr<std::vector<std::string>> KnownPins(const std::filesystem::path& root,
                                                   const CancellationFlag& interrupted);

// The bundles of a manifest that Bazel made before. Its archives are relative to the folder above
// the first `bazel-out` in `manifest`'s path or, if there is none, to the current directory.
absl::StatusOr<std::vector<BundleArchive>> ReadBundles(const std::filesystem::path& manifest);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_BUNDLER_H_
