#include "runners/agent/inside.h"

#include <algorithm>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/step_path.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

absl::Status Refuse(const std::string& path, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(
      "path \"", path, "\" ", why, "; a step's paths are relative and stay in its directory"));
}

// Where `folder` really is, or as much of it as exists.
absl::StatusOr<fs::path> ExistingPart(fs::path folder, const std::string& path) {
  std::error_code error;
  // What isn't there yet will be made; a link to nowhere is there.
  while (fs::symlink_status(folder, error).type() == fs::file_type::not_found) {
    folder = folder.parent_path();
  }
  const fs::path real = fs::canonical(folder, error);
  if (error) {
    return Refuse(path, absl::StrCat("leads through ", folder.string(), ": ", error.message()));
  }
  if (fs::is_directory(real, error)) return real;
  return Refuse(path, absl::StrCat("leads through ", folder.string(), ", which is no folder"));
}

}  // namespace

absl::StatusOr<fs::path> Inside(const fs::path& root, const std::string& path) {
  const std::string objection = StepPathObjection(path);
  if (!objection.empty()) return Refuse(path, objection);
  return root / path;
}

absl::StatusOr<fs::path> InsideForWriting(const fs::path& root, const std::string& path) {
  ASSIGN_OR_RETURN(fs::path target, Inside(root, path));
  target = target.lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(root, error))) {
    return Refuse(path, absl::StrCat("lies in ", root.string(), ", which is no folder any more"));
  }
  const fs::path real_root = fs::canonical(root, error);
  if (error) return SystemError(error.value(), "can't resolve", root);
  // The root's own parent is not for the workload to choose.
  if (target == root.lexically_normal()) return target;
  ASSIGN_OR_RETURN(const fs::path real_parent, ExistingPart(target.parent_path(), path));
  const auto [end_of_root, unused] =
      std::mismatch(real_root.begin(), real_root.end(), real_parent.begin(), real_parent.end());
  if (end_of_root != real_root.end()) {
    return Refuse(path, absl::StrCat("leads through a link to ", real_parent.string()));
  }
  return target;
}

absl::StatusOr<std::vector<fs::path>> MatchesInside(const fs::path& root,
                                                    const std::string& pattern) {
  RETURN_IF_ERROR(Inside(root, pattern).status());
  std::vector<fs::path> found = {fs::path()};
  for (const fs::path& part : fs::path(pattern)) {
    std::vector<fs::path> next;
    for (const fs::path& base : found) {
      std::error_code error;
      if (part == "*") {
        for (const auto& entry : fs::directory_iterator(root / base, error)) {
          next.push_back(base / entry.path().filename());
        }
      } else if (fs::exists(fs::symlink_status(root / base / part, error))) {
        next.push_back(base / part);
      }
    }
    found = std::move(next);
  }
  std::sort(found.begin(), found.end());
  std::vector<fs::path> paths;
  for (const fs::path& match : found) {
    ASSIGN_OR_RETURN(paths.emplace_back(), InsideForWriting(root, match.string()));
  }
  return paths;
}

}  // namespace benchcell
