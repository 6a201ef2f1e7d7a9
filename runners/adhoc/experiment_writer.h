// An experiment as the text of a file that benchcell reads again.

#ifndef BENCHCELL_RUNNERS_ADHOC_EXPERIMENT_WRITER_H_
#define BENCHCELL_RUNNERS_ADHOC_EXPERIMENT_WRITER_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "benchcell/v1/experiment.pb.h"

namespace benchcell {

// In text format: reads back to the same experiment.
std::string ExperimentText(const v1::Experiment& experiment);

// Writes it with a head that says what it is. Labels that are relative paths lead from `folder`; in
// the file they lead from the file's own folder.
absl::Status WriteExperiment(v1::Experiment experiment, const std::filesystem::path& folder,
                             const std::filesystem::path& file);

// A seed for an experiment that names none: the same for the same experiment, so that what was
// interrupted can be gone on with by the same command line. Never 0.
uint64_t SeedFor(const v1::Experiment& experiment);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_EXPERIMENT_WRITER_H_
