// Evidence as a published table, against which the same experiment is held when it is run again.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_PUBLISHED_H_
#define BENCHCELL_RUNNERS_EVIDENCE_PUBLISHED_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "runners/evidence/verify.h"

namespace benchcell {

// The changes of the evidence's table, by size, with the tolerance that its experiment has. Where
// the table is of another metric than the plugin's first, the changes are that one's, from the same
// records: verdicts are about it; a difference says so. Rows that no published row can name, since
// several benchmarks are in their cell, are left out. `file` and the signer are its source.
absl::StatusOr<v1::Published> PublishedFrom(const Verification& evidence, const std::string& file);

// INVALID_ARGUMENT unless each of the bundles for the platform is one that the evidence was
// measured with: names the label and both digests.
absl::Status CheckInputs(const std::vector<v1::Bundle>& evidence,
                         const std::vector<v1::Bundle>& bundles, const std::string& platform);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_PUBLISHED_H_
