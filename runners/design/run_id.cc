#include "runners/design/run_id.h"

#include "absl/strings/str_cat.h"

namespace benchcell {

std::string RunId(const std::string& experiment, absl::Time now, const RandomSource& random) {
  return absl::StrCat(experiment, "-", absl::FormatTime("%Y%m%d-%H%M%S", now, absl::UTCTimeZone()),
                      "-", RandomHex(random, 4));
}

}  // namespace benchcell
