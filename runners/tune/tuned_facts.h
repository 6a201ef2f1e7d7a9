// The facts under which blocks are measured, also while none is.

#ifndef BENCHCELL_RUNNERS_TUNE_TUNED_FACTS_H_
#define BENCHCELL_RUNNERS_TUNE_TUNED_FACTS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/tune/tuner.h"

namespace benchcell {

// Blocks are handed out for the facts that a machine will have while it measures, and a change of
// facts opens an epoch. So what a tuner sets is reported as it was when it was last in force, and
// everything else as it is.
class TunedFacts : public MachineFactsReader {
 public:
  // Both outlive it.
  TunedFacts(MachineFactsReader& machine, Tuner& tuner) : machine_(machine), tuner_(tuner) {}

  // As the machine's. The first time, tunes the machine for as long as the facts are read.
  absl::StatusOr<v1::MachineFacts> Read() override;

 private:
  MachineFactsReader& machine_;
  Tuner& tuner_;
  std::optional<v1::MachineFacts> tuned_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_TUNED_FACTS_H_
