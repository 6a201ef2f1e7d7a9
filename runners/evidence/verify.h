// Whether an evidence file holds what it claims, from the file alone.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_VERIFY_H_
#define BENCHCELL_RUNNERS_EVIDENCE_VERIFY_H_

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/evidence/check.h"
#include "runners/evidence/keys.h"
#include "runners/evidence/statement.h"
#include "runners/plugins/plugin_registry.h"

namespace benchcell {

struct VerifyOptions {
  // Whose signature it must be; null for anyone's.
  const VerifyingKey* key = nullptr;
  // Those at hand; null for none.
  PluginRegistry* plugins = nullptr;
  // Who verifies.
  Maker maker = {};
  // An empty folder, which gets the raw outputs.
  std::filesystem::path folder = {};
  // Also the inputs that the file brings.
  bool keep_inputs = false;
};

struct Verification {
  std::vector<Check> checks;
  // Fingerprint of the key that signed; empty if the signature doesn't hold.
  std::string signer;
  // What could be read.
  Statement statement;
  v1::ExperimentRun run;
  // Digests of inputs that are in the folder, each a file of that name.
  std::set<std::string> inputs;

  bool Holds() const { return Hold(checks); }
};

// Makes every check that can be made. INVALID_ARGUMENT if the file is no evidence at all: no tar
// whose first member is the envelope. Other errors are the system's.
absl::StatusOr<Verification> VerifyEvidence(const std::filesystem::path& file,
                                            const VerifyOptions& options);

// Whether the file is meant as evidence: it is called `*.evidence`, or begins as evidence does.
bool LooksLikeEvidence(const std::filesystem::path& file);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_VERIFY_H_
