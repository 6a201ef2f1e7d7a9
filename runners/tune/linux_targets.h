// What is tuned on Linux while a block is measured:
//
//   governor    performance for every processor that can have it
//   turbo       off
//   swappiness  1: swap only in place of ending a process. Swap itself stays on: to empty it may
//   take minutes, or
//               memory that isn't there.
//   timers      those that begin to update the system are stopped
//
// SMT, ASLR, interrupts and their balancing aren't touched: the first changes how many processors
// there are, layouts that are drawn anew are part of the spread, and where interrupts go is for
// whoever knows the machine.

#ifndef BENCHCELL_RUNNERS_TUNE_LINUX_TARGETS_H_
#define BENCHCELL_RUNNERS_TUNE_LINUX_TARGETS_H_

#include <string>
#include <vector>

#include "runners/tune/tuner.h"

namespace benchcell {

// Those that this machine has. `root` is put before /proc, /sys and /run. Swappiness and timers are
// only root's to set: for others they aren't among the targets.
std::vector<Target> LinuxTargets(const std::string& root, bool is_root);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_LINUX_TARGETS_H_
