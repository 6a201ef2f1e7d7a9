// Holds what a lab has stored against what must come out whatever happened to it. Functions of
// values; each gives what is wrong, for people, and nothing if all is well.

#ifndef BENCHCELL_TESTS_CHAOS_VERDICT_H_
#define BENCHCELL_TESTS_CHAOS_VERDICT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/blobs/blob_store.h"
#include "runners/store/store.h"

namespace benchcell::chaos {

using Objections = std::vector<std::string>;

// The run is COMPLETE; every planned run has exactly one record in force, OK, with the known
// answer; attempts, machines and epochs of all records fit to the blocks; the blocks of a cell were
// measured by one machine. `blocks`: those of the run, as stored.
Objections CheckRecords(const v1::ExperimentRun& run, const std::vector<BlockRow>& blocks);

// Every raw output that a record names is stored as it was; no two records come from one
// execution, and each record in force from one that its machine has begun and ended.
// `journals`: by machine id, see workload.cc.
Objections CheckOutputs(const v1::ExperimentRun& run, const BlobStore& blobs,
                        const std::map<std::string, std::string>& journals);

// No two executions overlapped on a machine.
Objections CheckJournal(const std::string& journal);

// Nothing is active, and nobody has to look at anything.
Objections CheckStatus(const v1::LabStatus& status);

// Table and CSV of the records in force, without what is different each time: ids, times, usage,
// machines, attempts, raw outputs.
absl::StatusOr<std::string> TableText(const v1::ExperimentRun& run);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_VERDICT_H_
