// Inputs whose label is a path: files and folders of the user's, packed as they are.

#ifndef BENCHCELL_RUNNERS_CLI_PATH_INPUTS_H_
#define BENCHCELL_RUNNERS_CLI_PATH_INPUTS_H_

#include <filesystem>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "runners/cli/bundler.h"

namespace benchcell {

// Packs what each of the experiment's labels that are paths names, from `base` on, into archives in
// the folder `archives`, and sets its sha256. The bundles are labelled by their digest. That of a
// single file holds the file alone under its own name, which is its fact `file`.
//
// NOT_FOUND for a path that leads to nothing; INVALID_ARGUMENT for what can't be packed (a device,
// a link out of the folder), or has another digest than the input's sha256 says: both are told.
absl::StatusOr<std::vector<BundleArchive>> PackPathInputs(const std::filesystem::path& base,
                                                          const std::filesystem::path& archives,
                                                          v1::Experiment& experiment);

// Labels those inputs as their bundles, so that an experiment is the same wherever its files are.
void LabelByDigest(v1::Experiment& experiment);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PATH_INPUTS_H_
