// Runs, leases and records to test stores with.

#ifndef BENCHCELL_RUNNERS_STORE_STORE_SAMPLES_H_
#define BENCHCELL_RUNNERS_STORE_STORE_SAMPLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "google/protobuf/message.h"
#include "runners/store/store.h"

namespace benchcell {

// A run of `cells` cells in `rounds` rounds, each block with two planned runs, its blocks by round
// and then by cell. Digest `digest of ID`, created at second 1000.
v1::ExperimentRun SampleRun(const std::string& id, uint32_t cells = 2, uint32_t rounds = 1);

// One record for each planned run of a leased block, in its attempt, machine and epoch.
std::vector<v1::RunRecord> SampleRecords(const BlockRow& row);

// Machine `m1`, epoch 1, until an hour after 1970 began.
LeaseTerms SampleTerms();

// A machine with these facts; epoch unset.
v1::Machine SampleMachine(const std::string& id, const std::string& kernel);

// The code of a Status or StatusOr, for messages that name it.
inline absl::StatusCode CodeOf(const absl::Status& status) { return status.code(); }
template <typename T>
absl::StatusCode CodeOf(const absl::StatusOr<T>& result) {
  return result.status().code();
}

// Matches a message with the same content.
MATCHER_P(EqualsMessage, expected, "") {
  *result_listener << arg.ShortDebugString() << "\nexpected " << expected.ShortDebugString();
  return arg.SerializeAsString() == expected.SerializeAsString();
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_STORE_SAMPLES_H_
