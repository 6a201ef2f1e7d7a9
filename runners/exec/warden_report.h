// What a warden (warden.cc) and who started it tell each other.
//
//   warden WORKING_DIRECTORY TIMEOUT_NS CGROUP_PROCS REPORTS PROGRAM [ARGUMENT...]
//
// TIMEOUT_NS is 0 for none; CGROUP_PROCS is the cgroup.procs file to join, or empty. REPORTS
// is empty, or anything else if descriptor kReportFile is a file for what the program writes to its
// descriptor kProgramChannel, a stream socket that it then has. Environment, standard input, output
// and error are handed on to the program as they are. Descriptor kWardenChannel is one end of a
// stream socket pair: the warden writes one WardenReport to it, after the whole tree of the program
// is gone. If the other end is shut down or closed before (also because its process was killed),
// the warden ends the tree at once.

#ifndef BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_
#define BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_

#include <cstdint>

namespace benchcell {

inline constexpr int kWardenChannel = 3;
inline constexpr int kReportFile = 4;
// In the program, which has the three standard ones beside it and no other.
inline constexpr int kProgramChannel = 3;

// Name of the variable that marks every process of a run.
inline constexpr char kScopeVariable[] = "BENCHCELL_SCOPE";

// What failed, if the program could not be started.
enum class WardenStep : uint32_t {
  kNone = 0,
  kArguments = 1,
  kWorkingDirectory = 2,
  // No process or descriptor could be had.
  kResources = 3,
  kExec = 4,
};

// Sent as it lies in memory: both ends are built together and run on one machine.
struct WardenReport {
  // kNone: the program was started, and what follows `error` is set.
  WardenStep failed_step = WardenStep::kNone;
  // errno of the failed step.
  int32_t error = 0;
  // Nanoseconds since 1970, just before the start.
  int64_t start_unix_ns = 0;
  // Monotonic, from just before the start until the end was seen.
  int64_t wall_ns = 0;
  // As wait4 has it.
  int32_t wait_status = 0;
  uint8_t timed_out = 0;
  uint8_t peer_gone = 0;
  // CGROUP_PROCS was given and joined before the start.
  uint8_t in_cgroup = 0;
  uint8_t padding = 0;
  // rusage of all processes of the tree that were waited for.
  int64_t user_ns = 0;
  int64_t system_ns = 0;
  int64_t peak_memory_bytes = 0;
  int64_t voluntary_switches = 0;
  int64_t involuntary_switches = 0;
  // CPU time of the warden itself since it joined the cgroup, which counts it too.
  int64_t own_user_ns = 0;
  int64_t own_system_ns = 0;
  // errno of writing what the program reported; 0 for none.
  int64_t report_error = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_
