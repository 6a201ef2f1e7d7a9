// What a warden (warden.cc) and who started it tell each other.
//
//   warden ORDER... PROGRAM [ARGUMENT...]
//
// ORDER are the arguments that warden_order.h makes. Environment, standard input, output and error
// are handed on to the program as they are; if the order says so, it also has descriptor
// kProgramChannel, a stream socket, and what it writes to it goes into the file of descriptor
// kReportFile. Descriptor kWardenChannel is one end of a stream socket pair: the warden writes one
// WardenReport to it, after the whole tree of the program is gone. If the other end is shut down or
// closed before (also because its process was killed), the warden ends the tree at once.

#ifndef BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_
#define BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_

#include <cstdint>

namespace benchcell {

inline constexpr int kWardenChannel = 3;
inline constexpr int kReportFile = 4;
inline constexpr int kNetworkNamespace = 5;
inline constexpr int kUserNamespace = 6;
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
  // The namespaces that were handed over can't be entered.
  kNetwork = 5,
};

// Which limit ended the run. The numbers are those of v1::Exit::Limit.
enum class HitLimit : uint8_t {
  kNone = 0,
  kOutput = 1,
  kFileSize = 2,
  kDisk = 3,
  kProcesses = 4,
  kMemory = 5,
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
  // A cgroup was given and joined before the start.
  uint8_t in_cgroup = 0;
  HitLimit limit = HitLimit::kNone;
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
  // What the program started with: its nice value, and how many descriptors it may have.
  int64_t nice = 0;
  int64_t open_files = 0;
  // Not 0: nothing holds the number of its processes but a look at them now and then.
  int64_t counts_processes = 0;
  // Not 0: the system keeps it in the background, on slower cores (macOS).
  int64_t background = 0;
  // Not 0: the system can hold each process to its limit of memory (not macOS).
  int64_t holds_memory = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_WARDEN_REPORT_H_
