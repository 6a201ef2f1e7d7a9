#include <mach/mach.h>
#include <unistd.h>

#include "runners/machine/cpu_times.h"

namespace benchcell {
namespace {

class HostStatisticsReader : public CpuTimesReader {
 public:
  absl::StatusOr<CpuTimes> Read() override {
    host_cpu_load_info_data_t load;
    mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
    const kern_return_t result = host_statistics(mach_host_self(), HOST_CPU_LOAD_INFO,
                                                 reinterpret_cast<host_info_t>(&load), &count);
    if (result != KERN_SUCCESS) {
      return absl::UnavailableError("host_statistics gives no processor times");
    }
    const long ticks_per_second = sysconf(_SC_CLK_TCK);
    const auto time = [&](int state) {
      return absl::Seconds(load.cpu_ticks[state]) / ticks_per_second;
    };
    CpuTimes times;
    times.user = time(CPU_STATE_USER);
    times.nice = time(CPU_STATE_NICE);
    times.system = time(CPU_STATE_SYSTEM);
    times.idle = time(CPU_STATE_IDLE);
    return times;
  }
};

}  // namespace

std::unique_ptr<CpuTimesReader> NewCpuTimesReader() {
  return std::make_unique<HostStatisticsReader>();
}

}  // namespace benchcell
