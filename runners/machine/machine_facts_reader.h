// Reads the facts of the machine that this program runs on.

#ifndef BENCHCELL_RUNNERS_MACHINE_MACHINE_FACTS_READER_H_
#define BENCHCELL_RUNNERS_MACHINE_MACHINE_FACTS_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

class MachineFactsReader {
 public:
  virtual ~MachineFactsReader() = default;

  // Takes milliseconds, more on macOS, where three programs are asked: never within a measured
  // window. Reads everything anew: facts such as the governor change while a machine runs. What
  // can't be read is unset, never guessed. An error only if the number of usable processors is
  // unknown.
  virtual absl::StatusOr<v1::MachineFacts> Read() = 0;
};

// The reader of the operating system that this is built for.
std::unique_ptr<MachineFactsReader> NewMachineFactsReader();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_MACHINE_FACTS_READER_H_
