#include <mach/mach.h>
#include <unistd.h>

#include <mutex>

#include "runners/machine/cpu_times.h"
#include "runners/machine/tick_sum.h"

namespace benchcell {
namespace {

class HostStatisticsReader : public CpuTimesReader {
 public:
  ~HostStatisticsReader() override { mach_port_deallocate(mach_task_self(), host_); }

  absl::StatusOr<CpuTimes> Read() override {
    const std::lock_guard lock(mutex_);
    host_cpu_load_info_data_t load;
    mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
    const kern_return_t result =
        host_statistics(host_, HOST_CPU_LOAD_INFO, reinterpret_cast<host_info_t>(&load), &count);
    if (result != KERN_SUCCESS) {
      return absl::UnavailableError("host_statistics gives no processor times");
    }
    const auto time = [&](int state) {
      return absl::Seconds(sums_[state].Add(load.cpu_ticks[state])) / ticks_per_second_;
    };
    CpuTimes times;
    times.user = time(CPU_STATE_USER);
    times.nice = time(CPU_STATE_NICE);
    times.system = time(CPU_STATE_SYSTEM);
    times.idle = time(CPU_STATE_IDLE);
    return times;
  }

 private:
  // Every call of mach_host_self takes another reference.
  const mach_port_t host_ = mach_host_self();
  const long ticks_per_second_ = sysconf(_SC_CLK_TCK);
  std::mutex mutex_;
  TickSum sums_[CPU_STATE_MAX];
};

}  // namespace

std::unique_ptr<CpuTimesReader> NewCpuTimesReader() {
  return std::make_unique<HostStatisticsReader>();
}

}  // namespace benchcell
