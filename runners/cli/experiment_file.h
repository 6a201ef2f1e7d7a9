// Finds the experiment that a user means.

#ifndef BENCHCELL_RUNNERS_CLI_EXPERIMENT_FILE_H_
#define BENCHCELL_RUNNERS_CLI_EXPERIMENT_FILE_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell {

struct ExperimentFile {
  // As it is called in errors: relative to the root if it is below it.
  std::string display_name;
  // The text.
  std::string source;
  // Where its labels that are relative paths start.
  std::filesystem::path folder;
};

// `operand` is a name under fixtures/experiments, a Bazel label (`//pkg:name`, whose config is
// pkg/name.textproto), or a path to a .textproto. NOT_FOUND, with the nearest name, if there is
// none.
absl::StatusOr<ExperimentFile> FindExperiment(const std::string& operand,
                                              const std::filesystem::path& root);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_EXPERIMENT_FILE_H_
