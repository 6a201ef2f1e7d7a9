#include <string>

#include "runners/exec/scope_members.h"
#include "runners/exec/warden_report.h"

namespace benchcell {

bool HasScopeMark(std::string_view environment, std::string_view token) {
  const std::string mark = std::string(kScopeVariable) + "=" + std::string(token);
  while (!environment.empty()) {
    const size_t end = environment.find('\0');
    if (environment.substr(0, end) == mark) return true;
    if (end == std::string_view::npos) return false;
    environment.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace benchcell
