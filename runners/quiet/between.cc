#include <algorithm>
#include <vector>

#include "runners/base/clock.h"
#include "runners/quiet/quietness_probe.h"

namespace benchcell {
namespace {

// A counter of CPU time moves in ticks: one of them, 0.02 processors in half a second, can belong
// to a process that woke for a moment.
constexpr double kLeastShown = 0.03;
constexpr size_t kMostProcesses = 3;

double Ratio(absl::Duration time, absl::Duration window) {
  return std::max(0.0, absl::FDivDuration(time, window));
}

std::vector<v1::BusyProcess> Busiest(const QuietReading& before, const QuietReading& after,
                                     absl::Duration window) {
  std::vector<v1::BusyProcess> busiest;
  for (const auto& [number, process] : after.processes) {
    const auto old = before.processes.find(number);
    // Another process under the number of one that ended started within the window.
    const bool same = old != before.processes.end() && old->second.cpu <= process.cpu;
    const double used =
        Ratio(process.cpu - (same ? old->second.cpu : absl::ZeroDuration()), window);
    if (used < kLeastShown) continue;
    v1::BusyProcess& busy = busiest.emplace_back();
    busy.set_name(process.name);
    busy.set_processors(used);
  }
  std::stable_sort(busiest.begin(), busiest.end(),
                   [](const auto& a, const auto& b) { return a.processors() > b.processors(); });
  if (busiest.size() > kMostProcesses) busiest.resize(kMostProcesses);
  return busiest;
}

}  // namespace

v1::QuietSample Between(const QuietReading& before, const QuietReading& after) {
  const CpuTimes& old = before.times;
  const CpuTimes& now = after.times;
  const absl::Duration steal = now.steal - old.steal;
  const absl::Duration busy = now.Busy() - old.Busy() - steal;
  const absl::Duration waiting = now.iowait - old.iowait;
  const absl::Duration total =
      std::max(absl::ZeroDuration(), busy + steal + waiting + (now.idle - old.idle));
  v1::QuietSample sample;
  const absl::Duration window = total / after.processors;
  *sample.mutable_window() = ToProtoDuration(window);
  sample.set_runnable(before.runnable < 0 ? after.runnable
                                          : std::min(before.runnable, after.runnable));
  sample.set_load_average(after.load_average);
  const bool throttling_told = before.throttled >= 0 && after.throttled >= 0;
  sample.set_throttled(throttling_told ? std::max<int64_t>(0, after.throttled - before.throttled)
                                       : -1);
  sample.set_speed_limit(after.speed_limit);
  sample.set_heat_level(after.heat_level);
  if (window == absl::ZeroDuration()) return sample;
  sample.set_busy_processors(Ratio(busy, window));
  sample.set_busy_share(Ratio(busy, total));
  sample.set_steal_share(Ratio(steal, total));
  sample.set_waiting_processors(Ratio(waiting, window));
  for (v1::BusyProcess& process : Busiest(before, after, window)) {
    *sample.add_process() = std::move(process);
  }
  return sample;
}

}  // namespace benchcell
