// The labels of an experiment file, and whether its Bazel target brings them along.

#ifndef BENCHCELL_TOOLCHAINS_BUNDLE_EXPERIMENT_LABELS_H_
#define BENCHCELL_TOOLCHAINS_BUNDLE_EXPERIMENT_LABELS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/bundle.pb.h"

namespace benchcell {

// A label and where it stands; line and column count from 1.
struct PlacedLabel {
  std::string label;
  int line = 0;
  int column = 0;
};

// The labels of all inputs of an experiment in text format that Bazel makes, in the file's order.
// INVALID_ARGUMENT for a text that isn't one: one line `FILE:LINE:COLUMN: WHAT` for each error.
absl::StatusOr<std::vector<PlacedLabel>> LabelsOfExperiment(const std::string& text,
                                                            const std::string& file);

// INVALID_ARGUMENT, with file, line, column, the label and the nearest listed one, for each label
// that isn't listed by `target`.
absl::Status CheckLabels(const std::vector<PlacedLabel>& labels, const std::string& file,
                         const std::vector<std::string>& listed, const std::string& target);

// The entries of several manifests as one, sorted by label and platform, each once.
// FAILED_PRECONDITION if two entries of one label and platform differ, or if a label has another
// version on another platform.
absl::StatusOr<v1::BundleManifest> MergeManifests(const std::vector<v1::BundleManifest>& manifests);

}  // namespace benchcell

#endif  // BENCHCELL_TOOLCHAINS_BUNDLE_EXPERIMENT_LABELS_H_
