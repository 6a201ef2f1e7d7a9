// Runs and records as the bytes that a store writes. Made outside of the transaction, since it
// takes time. Errors: INVALID_ARGUMENT for what could not be read again.

#ifndef BENCHCELL_RUNNERS_STORE_ENCODED_H_
#define BENCHCELL_RUNNERS_STORE_ENCODED_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/store.h"

namespace benchcell {

// Everything of a run that has no row of its own, and each block.
struct EncodedRun {
  // An ExperimentRun without state, blocks, machines and records.
  std::string payload;
  // In the order of `run.block()`.
  std::vector<std::string> blocks;
};
absl::StatusOr<EncodedRun> EncodeRun(const v1::ExperimentRun& run);

// Each record of the block `key`.
absl::StatusOr<std::vector<std::string>> EncodeRecords(const BlockKey& key,
                                                       const std::vector<v1::RunRecord>& records);

// Whether these are the same facts of a machine.
bool SameFacts(const v1::MachineFacts& a, const v1::MachineFacts& b);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_ENCODED_H_
