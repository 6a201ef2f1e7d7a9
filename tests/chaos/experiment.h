// The experiment of the chaos test.

#ifndef BENCHCELL_TESTS_CHAOS_EXPERIMENT_H_
#define BENCHCELL_TESTS_CHAOS_EXPERIMENT_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell::chaos {

struct Experiment {
  v1::SubmitRequest request;
  // The one bundle that it needs.
  std::string sha256;
  std::filesystem::path archive;
};

// `workload`: the measured program, see workload.cc. The archive is made in `folder`.
absl::StatusOr<Experiment> MakeExperiment(const std::filesystem::path& workload,
                                          const std::filesystem::path& folder);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_EXPERIMENT_H_
