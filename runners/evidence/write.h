// Writes evidence of a stored run.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_WRITE_H_
#define BENCHCELL_RUNNERS_EVIDENCE_WRITE_H_

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "benchcell/v1/result.pb.h"
#include "runners/evidence/keys.h"
#include "runners/evidence/statement.h"
#include "runners/report/table.h"

namespace benchcell {

// Gives the content of a blob in pieces, and stops at the first error of `take`.
using BlobReader = std::function<absl::Status(
    const std::string& sha256, const std::function<absl::Status(std::string_view)>& take)>;

struct EvidenceRequest {
  const v1::ExperimentRun& run;
  TableOptions table = {};
  // Of the plugin that made the samples.
  std::string plugin_version;
  Maker maker;
  const SigningKey& key;
  // Where raw outputs and inputs come from.
  BlobReader read_blob;
  // Also the archives of the inputs, for the run's platform.
  bool with_inputs = false;
};

// INVALID_ARGUMENT for a run that can't be evidence: it is not complete, only discovered cells, or
// was measured elsewhere.
absl::Status CheckCanBeEvidence(const v1::ExperimentRun& run);

// Equal requests give equal files. What was at `file` is lost, also in case of an error.
// INVALID_ARGUMENT for a run that can't be evidence. DATA_LOSS if a blob is not what its digest
// says.
absl::Status WriteEvidence(const EvidenceRequest& request, const std::filesystem::path& file);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_WRITE_H_
