// Are the samples what the plugin reads in the raw outputs?

#ifndef BENCHCELL_RUNNERS_EVIDENCE_SAMPLE_CHECKS_H_
#define BENCHCELL_RUNNERS_EVIDENCE_SAMPLE_CHECKS_H_

#include <filesystem>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

// The files in the folder are the raw outputs of the records, each under its digest, and no others:
// INVALID_ARGUMENT names the first that is missing or superfluous.
absl::StatusOr<std::string> CheckRawOutputs(const v1::ExperimentRun& run,
                                            const std::set<std::string>& digests,
                                            const std::filesystem::path& folder);

// Has the plugin parse the raw outputs of each record that counts again. INVALID_ARGUMENT names the
// first record whose samples, observations, profiles or failed benchmarks it doesn't give, or which
// is called a failure and is none to the plugin. How an agent judged (a timeout, a machine that
// failed) can't be seen in raw outputs. For a run whose records and raw outputs hold.
absl::StatusOr<std::string> CheckSamples(const v1::ExperimentRun& run, PluginClient& plugin,
                                         const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_SAMPLE_CHECKS_H_
