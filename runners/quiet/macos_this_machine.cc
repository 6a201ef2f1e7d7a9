// The Mac itself.

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "runners/quiet/macos_quietness_probe.h"

namespace benchcell {
namespace {

double LoadAverage() {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

class ThisMachine : public QuietnessProbe {
 public:
  absl::StatusOr<QuietReading> Read(bool first) override { return probe_.Read(first); }

 private:
  const std::unique_ptr<CpuTimesReader> times_ = NewCpuTimesReader();
  MacosQuietnessProbe probe_{{*times_, std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN))),
                              LoadAverage, RunCommand}};
};

}  // namespace

std::unique_ptr<QuietnessProbe> NewQuietnessProbe() { return std::make_unique<ThisMachine>(); }

}  // namespace benchcell
