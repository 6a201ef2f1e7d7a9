// The facts of a Linux machine, from /proc, /sys and /etc and a few system calls.

#ifndef BENCHCELL_RUNNERS_MACHINE_LINUX_MACHINE_FACTS_H_
#define BENCHCELL_RUNNERS_MACHINE_LINUX_MACHINE_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runners/machine/emulation.h"
#include "runners/machine/machine_facts_reader.h"

namespace benchcell {

// What only system calls tell. Passed in, so that recorded machines can be read anywhere.
struct SystemCalls {
  virtual ~SystemCalls() = default;
  // Numbers of the processors in this process's affinity mask, ascending; empty where unknown.
  virtual std::vector<int> UsableProcessors() = 0;
  // Bytes of physical memory; 0 where unknown.
  virtual uint64_t MemoryBytes() = 0;
  // `release` and `machine` of uname: `6.1.0-18-amd64`, `x86_64`. Empty where unknown.
  virtual std::string KernelRelease() = 0;
  virtual std::string MachineName() = 0;
  virtual OwnProgram Program() = 0;
};

class LinuxMachineFacts : public MachineFactsReader {
 public:
  // `root` is put before /proc, /sys and /etc; empty for the machine itself. `calls` must outlive
  // this object.
  LinuxMachineFacts(std::string root, SystemCalls* calls);

  absl::StatusOr<v1::MachineFacts> Read() override;

 private:
  const std::string root_;
  SystemCalls* const calls_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_LINUX_MACHINE_FACTS_H_
