#include <unistd.h>

#include "runners/machine/cpu_times.h"

namespace benchcell {

std::unique_ptr<CpuTimesReader> NewCpuTimesReader() {
  return NewProcStatReader("/proc/stat", sysconf(_SC_CLK_TCK));
}

}  // namespace benchcell
