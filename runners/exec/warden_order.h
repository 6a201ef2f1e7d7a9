// What a warden (warden.cc) is asked to do: its command line. Free of libraries.

#ifndef BENCHCELL_RUNNERS_EXEC_WARDEN_ORDER_H_
#define BENCHCELL_RUNNERS_EXEC_WARDEN_ORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runners/exec/process_limits.h"

namespace benchcell {

// The network that the program gets, as far as the warden has to do something for it.
enum class WardenNetwork : int64_t {
  // The one that the warden has.
  kInherited = 0,
  // That of descriptor kNetworkNamespace.
  kNamespace = 1,
  // The same, and the user namespace of descriptor kUserNamespace, which owns it.
  kUserNamespace = 2,
};

struct WardenOrder {
  std::string working_directory;
  // The cgroup.procs file to join; empty for none.
  std::string cgroup_procs;
  // 0 for none.
  int64_t timeout_ns = 0;
  // Descriptor kReportFile is a file for what the program writes to its channel.
  bool reports = false;
  WardenNetwork network = WardenNetwork::kInherited;
  ProcessLimits limits;
  // Whether the cgroup holds these limits, so that the warden needn't.
  bool cgroup_holds_processes = false;
  bool cgroup_holds_memory = false;
};

// The warden's arguments without its name and without the program and its arguments, which follow.
std::vector<std::string> ToArguments(const WardenOrder& order);

// The reverse. Index in `argv` of the program; 0 if these are no arguments of ToArguments followed
// by at least a program.
int FromArguments(int argc, const char* const* argv, WardenOrder* order);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_WARDEN_ORDER_H_
