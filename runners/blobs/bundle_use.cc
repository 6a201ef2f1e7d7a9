#include "runners/blobs/bundle_use.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <tuple>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kBlock = 4096;

fs::path MarkerOf(const fs::path& folder, const std::string& sha256) {
  return folder / absl::StrCat(sha256, ".used");
}

absl::StatusOr<absl::Time> TimeOf(const fs::path& path) {
  struct stat found;
  if (stat(path.c_str(), &found) != 0) return SystemError(errno, "can't look at", path);
#ifdef __APPLE__
  return absl::TimeFromTimespec(found.st_mtimespec);
#else
  return absl::TimeFromTimespec(found.st_mtim);
#endif
}

absl::Status SetTime(const fs::path& path, absl::Time time) {
  const timespec both[2] = {absl::ToTimespec(time), absl::ToTimespec(time)};
  if (utimensat(AT_FDCWD, path.c_str(), both, 0) != 0) {
    return SystemError(errno, "can't set the time of", path);
  }
  return absl::OkStatus();
}

absl::StatusOr<BundleUse> UseOf(const fs::path& folder, const std::string& sha256) {
  BundleUse use;
  use.sha256 = sha256;
  const fs::path marker = MarkerOf(folder, sha256);
  const absl::StatusOr<std::string> content = ReadFile(marker);
  if (content.ok() && absl::SimpleAtoi(*content, &use.bytes)) {
    ASSIGN_OR_RETURN(use.last_used, TimeOf(marker));
    return use;
  }
  ASSIGN_OR_RETURN(use.last_used, TimeOf(folder / sha256));
  ASSIGN_OR_RETURN(use.bytes, BytesOnDisk(folder / sha256));
  RETURN_IF_ERROR(NoteNewBundle(folder, use));
  return use;
}

}  // namespace

absl::StatusOr<std::vector<BundleUse>> ListBundles(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  std::vector<std::string> names;
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (IsSha256(name)) names.push_back(name);
  }
  if (error) return SystemError(error.value(), "can't list", folder);
  std::vector<BundleUse> uses;
  for (const std::string& name : names) {
    absl::StatusOr<BundleUse> use = UseOf(folder, name);
    // Evicted by another process meanwhile.
    if (absl::IsNotFound(use.status())) continue;
    RETURN_IF_ERROR(use.status());
    uses.push_back(*std::move(use));
  }
  std::sort(uses.begin(), uses.end(), [](const BundleUse& a, const BundleUse& b) {
    return std::tie(a.last_used, a.sha256) < std::tie(b.last_used, b.sha256);
  });
  return uses;
}

absl::Status NoteNewBundle(const fs::path& folder, const BundleUse& use) {
  const fs::path marker = MarkerOf(folder, use.sha256);
  RETURN_IF_ERROR(WriteFile(marker, absl::StrCat(use.bytes)));
  return SetTime(marker, use.last_used);
}

absl::Status NoteBundleUse(const fs::path& folder, const std::string& sha256, absl::Time now) {
  const absl::Status noted = SetTime(MarkerOf(folder, sha256), now);
  if (!absl::IsNotFound(noted)) return noted;
  ASSIGN_OR_RETURN(const uint64_t bytes, BytesOnDisk(folder / sha256));
  return NoteNewBundle(folder, {sha256, bytes, now});
}

void ForgetBundle(const fs::path& folder, const std::string& sha256) {
  std::error_code ignored;
  fs::remove(MarkerOf(folder, sha256), ignored);
}

absl::StatusOr<uint64_t> BytesOnDisk(const fs::path& tree) {
  uint64_t bytes = kBlock;
  std::error_code error;
  fs::recursive_directory_iterator walk(tree, error);
  for (const fs::recursive_directory_iterator end; !error && walk != end; walk.increment(error)) {
    const bool is_file = fs::is_regular_file(walk->symlink_status(error));
    const uint64_t size = is_file && !error ? walk->file_size(error) : 1;
    if (error) break;
    bytes += (size + kBlock - 1) / kBlock * kBlock;
  }
  if (error) return SystemError(error.value(), "can't measure", tree);
  return bytes;
}

}  // namespace benchcell
