#include "runners/cli/path_inputs.h"

#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/archive.h"
#include "runners/design/local_label.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kFileFact[] = "file";

std::string LabelOf(const std::string& sha256) { return absl::StrCat("sha256:", sha256); }

// All inputs whose label is a path.
std::vector<v1::Input*> PathInputs(v1::Experiment& experiment) {
  std::vector<v1::Input*> found;
  const auto add = [&](auto* inputs) {
    for (v1::Input& input : *inputs) {
      if (IsPathLabel(input.label())) found.push_back(&input);
    }
  };
  add(experiment.mutable_input());
  for (v1::Build& build : *experiment.mutable_build()) add(build.mutable_input());
  return found;
}

absl::StatusOr<BundleArchive> Pack(const std::string& label, const fs::path& path,
                                   const fs::path& archive) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return absl::NotFoundError(
        absl::StrCat("the input ", label, " is not there: no file or folder ", path.string()));
  }
  BundleArchive bundle;
  bundle.archive = archive;
  absl::StatusOr<BlobRef> blob;
  if (fs::is_directory(status)) {
    blob = PackDirectory(path, archive);
  } else {
    blob = PackFileAlone(path, archive);
    (*bundle.bundle.mutable_facts())[kFileFact] = path.filename().string();
  }
  // What can't be packed is the user's own.
  if (absl::IsFailedPrecondition(blob.status())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the input ", label, " can't be packed: ", std::string(blob.status().message())));
  }
  RETURN_IF_ERROR(blob.status());
  bundle.bundle.set_label(LabelOf(blob->sha256));
  bundle.bundle.set_platform("any");
  bundle.bundle.set_sha256(blob->sha256);
  bundle.bundle.set_size(blob->size);
  return bundle;
}

}  // namespace

absl::StatusOr<std::vector<BundleArchive>> PackPathInputs(const fs::path& base,
                                                          const fs::path& archives,
                                                          v1::Experiment& experiment) {
  // Digest by label: builds may share an input.
  std::map<std::string, std::string> packed;
  std::set<std::string> digests;
  std::vector<BundleArchive> bundles;
  for (v1::Input* input : PathInputs(experiment)) {
    const std::string& label = input->label();
    if (!packed.contains(label)) {
      RETURN_IF_ERROR(MakeFolder(archives));
      fs::path path = (base / label).lexically_normal();
      if (!path.has_filename()) path = path.parent_path();
      ASSIGN_OR_RETURN(BundleArchive bundle,
                       Pack(label, path, archives / absl::StrCat(packed.size(), ".tar")));
      packed[label] = bundle.bundle.sha256();
      if (digests.insert(bundle.bundle.sha256()).second) bundles.push_back(std::move(bundle));
    }
    const std::string& sha256 = packed[label];
    if (!input->sha256().empty() && input->sha256() != sha256) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the input ", label, " (", (base / label).lexically_normal().string(),
          ") has changed: its digest is ", sha256, ", the experiment pins ", input->sha256(),
          "; bring the pinned one back, or delete the sha256 to measure this one"));
    }
    input->set_sha256(sha256);
  }
  return bundles;
}

void LabelByDigest(v1::Experiment& experiment) {
  for (v1::Input* input : PathInputs(experiment)) input->set_label(LabelOf(input->sha256()));
}

}  // namespace benchcell
