#include "runners/blobs/link_target.h"

#include <algorithm>

namespace benchcell {

bool StaysInTree(std::string_view path, std::string_view target) {
  if (target.empty() || target.front() == '/') return false;
  const auto depth = std::count(path.begin(), path.end(), '/');
  long climbed = 0;
  bool descended = false;
  while (!target.empty()) {
    const size_t slash = target.find('/');
    const std::string_view part = target.substr(0, slash);
    target.remove_prefix(slash == std::string_view::npos ? target.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      descended = true;
    } else if (descended || ++climbed > depth) {
      return false;
    }
  }
  return true;
}

}  // namespace benchcell
