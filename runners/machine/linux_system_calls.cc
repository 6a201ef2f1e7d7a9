// The Linux machine itself.

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <memory>

#include "runners/machine/linux_machine_facts.h"

namespace benchcell {
namespace {

class RealSystemCalls : public SystemCalls {
 public:
  std::vector<int> UsableProcessors() override {
    // The kernel refuses a mask that is smaller than its own, so it grows until it fits.
    for (int size = CPU_SETSIZE; size <= (1 << 20); size *= 2) {
      cpu_set_t* const mask = CPU_ALLOC(size);
      if (mask == nullptr) return {};
      const size_t bytes = CPU_ALLOC_SIZE(size);
      std::vector<int> processors;
      if (sched_getaffinity(0, bytes, mask) == 0) {
        for (int i = 0; i < size; ++i) {
          if (CPU_ISSET_S(i, bytes, mask)) processors.push_back(i);
        }
      }
      CPU_FREE(mask);
      if (!processors.empty()) return processors;
    }
    return {};
  }

  uint64_t MemoryBytes() override {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_size > 0 ? static_cast<uint64_t>(pages) * page_size : 0;
  }

  std::string KernelRelease() override {
    utsname names;
    return uname(&names) == 0 ? names.release : "";
  }

  std::string MachineName() override {
    utsname names;
    return uname(&names) == 0 ? names.machine : "";
  }
};

class ThisMachine : public MachineFactsReader {
 public:
  absl::StatusOr<v1::MachineFacts> Read() override { return facts_.Read(); }

 private:
  RealSystemCalls calls_;
  LinuxMachineFacts facts_{"", &calls_};
};

}  // namespace

std::unique_ptr<MachineFactsReader> NewMachineFactsReader() {
  return std::make_unique<ThisMachine>();
}

}  // namespace benchcell
