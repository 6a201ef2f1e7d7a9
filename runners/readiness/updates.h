// Units of systemd that update the system while nobody looks.

#ifndef BENCHCELL_RUNNERS_READINESS_UPDATES_H_
#define BENCHCELL_RUNNERS_READINESS_UPDATES_H_

#include <string>
#include <vector>

#include "runners/readiness/finding.h"

namespace benchcell {

// Those that are enabled or that others may wake, from the links of systemd's folders. None where
// systemd doesn't run. `root` is put before paths; empty for the machine itself.
std::vector<std::string> UpdatingUnits(const std::string& root);

Finding BackgroundUpdates(const std::string& root);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_UPDATES_H_
