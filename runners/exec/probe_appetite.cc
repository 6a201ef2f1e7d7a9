#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "runners/exec/probe.h"

namespace benchcell {
namespace {

[[noreturn]] void WaitForEver() {
  for (;;) pause();
}

bool Fill(int mib) {
  const size_t size = static_cast<size_t>(mib) << 20;
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  std::memset(memory, 1, size);
  return true;
}

}  // namespace

int StartProcesses(int count) {
  for (int i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child < 0) return 4;
    if (child == 0) WaitForEver();
  }
  WaitForEver();
}

int UseMemory(int mib, int count) {
  for (int i = 1; i < count; ++i) {
    if (fork() == 0) break;
  }
  if (!Fill(mib)) return 5;
  WaitForEver();
}

}  // namespace benchcell
