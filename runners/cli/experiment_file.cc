#include "runners/cli/experiment_file.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kFolder[] = "fixtures/experiments";
constexpr char kExtension[] = ".textproto";

std::vector<std::string> KnownNames(const fs::path& root) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / kFolder, error)) {
    if (entry.path().extension() == kExtension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The config of `//pkg:name` or `//pkg/name`.
fs::path ConfigOf(const std::string& label) {
  const std::string path = label.substr(2);
  const size_t colon = path.find(':');
  const fs::path package = path.substr(0, colon);
  const std::string name =
      colon == std::string::npos ? package.filename().string() : path.substr(colon + 1);
  return package / absl::StrCat(name, kExtension);
}

// A folder or a pipe would be waited for, or read without end.
absl::StatusOr<std::string> ReadExperiment(const fs::path& path) {
  if (fs::exists(path) && !fs::is_regular_file(path)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path.string(), ": not a file; expected an experiment in text format"));
  }
  return ReadFile(path);
}

}  // namespace

absl::StatusOr<ExperimentFile> FindExperiment(const std::string& operand, const fs::path& root) {
  ExperimentFile file;
  if (absl::StartsWith(operand, "//")) {
    const fs::path config = ConfigOf(operand);
    file.display_name = config.string();
    file.folder = (root / config).parent_path();
    ASSIGN_OR_RETURN(file.source, ReadExperiment(root / config));
    return file;
  }
  if (absl::EndsWith(operand, kExtension) || absl::StrContains(operand, "/")) {
    file.display_name = operand;
    file.folder = fs::absolute(operand).parent_path();
    ASSIGN_OR_RETURN(file.source, ReadExperiment(operand));
    return file;
  }
  const fs::path config = fs::path(kFolder) / absl::StrCat(operand, kExtension);
  if (!fs::exists(root / config)) {
    return absl::NotFoundError(absl::StrCat(
        "there is no experiment \"", operand, "\" under ", kFolder, "; expected ",
        OneOf(KnownNames(root), operand), ", a Bazel label, or a path to a ", kExtension));
  }
  file.display_name = config.string();
  file.folder = root / kFolder;
  ASSIGN_OR_RETURN(file.source, ReadExperiment(root / config));
  return file;
}

}  // namespace benchcell
