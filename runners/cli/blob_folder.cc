#include "runners/cli/blob_folder.h"

#include <cerrno>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kNameFile[] = ".name";
constexpr int kDigits = 16;

absl::StatusOr<std::string> NameOf(const fs::path& folder, const RandomSource& random) {
  const fs::path file = folder / kNameFile;
  if (!fs::exists(file)) {
    const std::string name = RandomHex(random, kDigits);
    const fs::path written = folder / absl::StrCat(kNameFile, ".", name);
    RETURN_IF_ERROR(WriteFile(written, name));
    // Another coordinator may give it a name at the same time: the first one stays.
    std::error_code error;
    fs::create_hard_link(written, file, error);
    std::error_code ignored;
    fs::remove(written, ignored);
    if (error && !fs::exists(file)) return SystemError(error.value(), "can't make", file);
  }
  return ReadFile(file);
}

}  // namespace

absl::Status CheckBlobFolder(Store& store, const fs::path& folder, const RandomSource& random) {
  ASSIGN_OR_RETURN(const std::string name, NameOf(folder, random));
  ASSIGN_OR_RETURN(const std::string claimed, store.ClaimBlobFolder(name));
  if (claimed == name) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      folder.string(), ": found the folder of blobs named ", name, ", expected ", claimed,
      ", which this store was used with first. Give --blobs=DIR with the folder that all "
      "coordinators of the store see; if that one is lost and this is its copy, write ",
      claimed, " to ", (folder / kNameFile).string()));
}

}  // namespace benchcell
