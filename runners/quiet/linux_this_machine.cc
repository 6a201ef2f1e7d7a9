// The Linux machine itself.

#include <unistd.h>

#include "runners/quiet/linux_quietness_probe.h"

namespace benchcell {

std::unique_ptr<QuietnessProbe> NewQuietnessProbe() {
  return std::make_unique<LinuxQuietnessProbe>("", sysconf(_SC_CLK_TCK), getpid());
}

}  // namespace benchcell
