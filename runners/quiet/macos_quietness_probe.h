// The quietness of a Mac: the processors' times, and what `pmset` and `notifyutil` say of heat.
// Compiles everywhere, for tests on recorded answers.

#ifndef BENCHCELL_RUNNERS_QUIET_MACOS_QUIETNESS_PROBE_H_
#define BENCHCELL_RUNNERS_QUIET_MACOS_QUIETNESS_PROBE_H_

#include <cstdint>
#include <functional>
#include <string>

#include "runners/machine/command_output.h"
#include "runners/quiet/quietness_probe.h"

namespace benchcell {

// The commands that are run.
inline constexpr char kThermalCommand[] = "/usr/bin/pmset -g therm";
inline constexpr char kPressureCommand[] =
    "/usr/bin/notifyutil -g com.apple.system.thermalpressurelevel";

class MacosQuietnessProbe : public QuietnessProbe {
 public:
  struct Parts {
    // Outlives the probe.
    CpuTimesReader& times;
    // At least 1.
    int processors = 1;
    // One minute's load average; -1 where unknown.
    std::function<double()> load_average;
    CommandOutput output;
  };
  explicit MacosQuietnessProbe(Parts parts);

  absl::StatusOr<QuietReading> Read(bool first) override;

 private:
  absl::Status ReadTimes(QuietReading& reading);
  void ReadRest(QuietReading& reading);

  const Parts parts_;
};

// The lowest of CPU_Speed_Limit and CPU_Scheduler_Limit in the text of `pmset -g therm`, percent; 0
// where there is neither, as is usual on Apple's chips.
uint32_t MacosSpeedLimit(const std::string& thermal);

// The highest level of heat that either text tells: the thermal and performance warning levels of
// `pmset -g therm`, and the pressure level that the system notifies (0 nominal, 1 moderate, 2
// heavy, 3 trapping, 4 sleeping: OSThermalNotification.h).
uint32_t MacosHeatLevel(const std::string& thermal, const std::string& pressure);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_QUIET_MACOS_QUIETNESS_PROBE_H_
