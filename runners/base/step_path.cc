#include "runners/base/step_path.h"

#include <filesystem>

namespace benchcell {

std::string StepPathObjection(const std::string& path) {
  if (path.empty()) return "is empty";
  if (path.find('\0') != std::string::npos) return "holds a NUL byte";
  const std::filesystem::path relative(path);
  if (relative.is_absolute()) return "is absolute";
  for (const std::filesystem::path& part : relative) {
    if (part == "..") return "holds `..`";
  }
  return "";
}

}  // namespace benchcell
