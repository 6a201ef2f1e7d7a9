// What `machines` and `status` print. Pure.

#ifndef BENCHCELL_RUNNERS_CLI_STATUS_TEXT_H_
#define BENCHCELL_RUNNERS_CLI_STATUS_TEXT_H_

#include <string>

#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell {

// A line for each machine: name, state, what it is, classes, what it measures. With the reason
// beneath where it gets no leases.
std::string MachinesText(const v1::LabStatus& status, absl::Time now);

// Alarms first, then a line for each active run, then the number of machines in each state.
std::string StatusText(const v1::LabStatus& status, absl::Time now);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_STATUS_TEXT_H_
