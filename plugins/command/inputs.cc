#include "plugins/command/inputs.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "plugins/sdk/request.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 8;

// How many folders the path leads up. INVALID_ARGUMENT if it names nothing of its own.
absl::StatusOr<int> LevelsUp(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  const int up = static_cast<int>(std::count(path.begin(), path.end(), ".."));
  if (!name.empty() && path.is_relative() && up <= kDeepest &&
      up < std::distance(path.begin(), path.end())) {
    return up;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("an input is called ", Quoted(name),
                   "; expected the relative path at which the commands find "
                   "it, such as data/words.txt or ../tool, at most ",
                   kDeepest, " folders up"));
}

bool IsInside(std::string_view path, std::string_view folder) {
  return path == folder ||
         absl::StartsWith(std::string(path), absl::StrCat(std::string(folder), "/"));
}

}  // namespace

absl::StatusOr<std::string> WorkingDirectory(const v1::Experiment& experiment) {
  int deepest = 0;
  const auto look = [&](const auto& inputs) -> absl::Status {
    for (const v1::Input& input : inputs) {
      ASSIGN_OR_RETURN(const int up, LevelsUp(input.name()));
      deepest = std::max(deepest, up);
    }
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(look(experiment.input()));
  for (const v1::Build& build : experiment.build()) RETURN_IF_ERROR(look(build.input()));
  std::string directory = kWorkFolder;
  for (int i = 0; i < deepest; ++i) directory += "/in";
  return directory;
}

absl::StatusOr<std::string> PlaceOf(std::string_view path, std::string_view working_directory) {
  fs::path place = (fs::path(working_directory) / path).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  if (IsInside(place.string(), kWorkFolder)) return place.string();
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(path),
                   " leads out of the folders that the inputs are in; bring it as an "
                   "input, or name it by its absolute path"));
}

absl::StatusOr<std::vector<PlacedInput>> InputsOf(const v1::ExpandRequest& request,
                                                  const v1::Cell& cell, const v1::Build& build,
                                                  std::string_view working_directory) {
  std::set<std::string> names;
  for (const v1::Input& input : request.experiment().input()) names.insert(input.name());
  for (const v1::Input& input : build.input()) names.insert(input.name());
  std::vector<PlacedInput> inputs;
  for (const std::string& name : names) {
    ASSIGN_OR_RETURN(const v1::Bundle* bundle, FindInput(request, cell, build, name));
    // Only for other cells.
    if (bundle == nullptr) continue;
    PlacedInput& input = inputs.emplace_back();
    input.bundle = bundle;
    ASSIGN_OR_RETURN(input.path, PlaceOf(name, working_directory));
  }
  std::sort(inputs.begin(), inputs.end(),
            [](const PlacedInput& a, const PlacedInput& b) { return a.path < b.path; });
  for (const PlacedInput& outer : inputs) {
    for (const PlacedInput& inner : inputs) {
      if (&inner == &outer || !IsInside(inner.path, outer.path)) continue;
      return absl::InvalidArgumentError(absl::StrCat("the input at ", Quoted(inner.path),
                                                     " lies inside of that at ", Quoted(outer.path),
                                                     "; expected one of the two"));
    }
  }
  return inputs;
}

bool Covers(const std::vector<PlacedInput>& inputs, std::string_view path) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const PlacedInput& input) { return IsInside(path, input.path); });
}

}  // namespace benchcell::command
