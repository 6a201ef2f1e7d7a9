#include "runners/quiet/quiet_limits.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace benchcell {
namespace {

// Of the whole machine, from what the sample says of it.
double Processors(const v1::QuietSample& sample) {
  return sample.busy_share() > 0 ? sample.busy_processors() / sample.busy_share() : 0;
}

std::string Busiest(const v1::QuietSample& sample) {
  std::string text;
  for (const v1::BusyProcess& process : sample.process()) {
    absl::StrAppend(&text, text.empty() ? ": " : ", ", process.name(),
                    absl::StrFormat(" %.2f", process.processors()));
  }
  return text;
}

}  // namespace

std::vector<std::string> Disturbances(const v1::QuietSample& sample, const QuietLimits& limits) {
  std::vector<std::string> found;
  const double busy_limit =
      std::min(limits.busy_processors, limits.busy_share * Processors(sample));
  if (sample.busy_processors() > busy_limit) {
    found.push_back(absl::StrFormat("other programs kept %.2f processors busy (at most %.2f)%s",
                                    sample.busy_processors(), busy_limit, Busiest(sample)));
  }
  if (sample.steal_share() > limits.steal_share) {
    found.push_back(
        absl::StrFormat("a hypervisor took %.1f %% of the processors' time (at most %.1f %%)",
                        sample.steal_share() * 100, limits.steal_share * 100));
  }
  if (sample.waiting_processors() > limits.waiting_processors) {
    found.push_back(absl::StrFormat("%.2f processors waited for a disk (at most %.2f)",
                                    sample.waiting_processors(), limits.waiting_processors));
  }
  if (sample.runnable() > limits.runnable) {
    found.push_back(absl::StrCat(sample.runnable(), " threads ran or were ready to (at most ",
                                 limits.runnable, ")"));
  }
  if (sample.throttled() > limits.throttled) {
    found.push_back(
        absl::StrCat("heat slowed the processors down, counted ", sample.throttled(), " times"));
  }
  if (sample.speed_limit() > 0 && sample.speed_limit() < limits.speed_limit) {
    found.push_back(
        absl::StrCat("heat leaves the processors ", sample.speed_limit(), " % of their speed"));
  }
  if (sample.heat_level() > 0) {
    found.push_back(absl::StrCat("the system warns of heat, level ", sample.heat_level()));
  }
  return found;
}

}  // namespace benchcell
