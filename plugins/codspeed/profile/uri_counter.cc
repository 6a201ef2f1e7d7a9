#include "plugins/codspeed/profile/uri_counter.h"

#include "absl/strings/str_cat.h"

namespace benchcell::codspeed {

std::string UriCounter::Unique(const std::string& uri) {
  int& times = seen_[uri];
  if (++times == 1) return uri;
  while (true) {
    std::string numbered = absl::StrCat(uri, " (", times, ")");
    if (seen_.emplace(numbered, 1).second) return numbered;
    ++times;
  }
}

}  // namespace benchcell::codspeed
