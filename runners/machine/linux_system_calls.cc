// The Linux machine itself.

#include <elf.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/machine/linux_machine_facts.h"

namespace benchcell {
namespace {

#if defined(__x86_64__)
// The leaf is reserved for hypervisors; the processor itself answers with other numbers, so it is
// asked only where a hypervisor is announced (leaf 1, bit 31 of ECX).
std::string Hypervisor() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & (1u << 31)) == 0) return "";
  __cpuid(0x40000000, a, b, c, d);
  std::string name;
  for (unsigned part : {b, c, d}) name.append(reinterpret_cast<const char*>(&part), sizeof(part));
  return name.substr(0, name.find('\0'));
}
#endif

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

  OwnProgram Program() override {
    OwnProgram program;
    const std::string running = absl::StrCat("/proc/self/task/", syscall(SYS_gettid), "/exe");
    std::error_code error;
    program.name = std::filesystem::read_symlink("/proc/self/exe", error).string();
    program.running = std::filesystem::read_symlink(running, error).string();
    // The link leads to the file even where its name doesn't, as after an update of the program.
    std::string start(64, '\0');
    std::ifstream(running, std::ios::binary).read(start.data(), start.size());
    program.running_machine = ElfMachine(start);
#if defined(__x86_64__)
    program.own_machine = EM_X86_64;
    program.hypervisor = Hypervisor();
#elif defined(__aarch64__)
    program.own_machine = EM_AARCH64;
#else
    // Nothing to compare with.
    program.running_machine = 0;
#endif
    return program;
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
