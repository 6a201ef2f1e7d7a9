#include "runners/blobs/bundle_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/bundle_use.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/output_file.h"
#include "runners/blobs/temporary.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kTemporaryPrefix[] = ".tmp-";

// Takes every write bit below `folder` and its own.
absl::Status MakeReadOnly(const fs::path& folder) {
  constexpr fs::perms kWrite =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);
  for (const fs::recursive_directory_iterator end; !error && walk != end; walk.increment(error)) {
    if (walk->is_symlink(error)) continue;
    fs::permissions(walk->path(), kWrite, fs::perm_options::remove, error);
    if (error) break;
  }
  if (!error) fs::permissions(folder, kWrite, fs::perm_options::remove, error);
  if (error) return SystemError(error.value(), "can't make read-only", folder);
  return absl::OkStatus();
}

// One call for a tree of thousands of files instead of an fsync for each.
absl::Status SyncTree(int fd, const fs::path& folder) {
#ifdef __linux__
  if (syncfs(fd) != 0) return SystemError(errno, "can't sync the disk of", folder);
#else
  if (fsync_volume_np(fd, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT) != 0) {
    return SystemError(errno, "can't sync the disk of", folder);
  }
#endif
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<BundleCache>> BundleCache::Open(const fs::path& folder,
                                                               Clock clock) {
  RETURN_IF_ERROR(MakeFolder(folder));
  RETURN_IF_ERROR(RemoveStale(folder, kTemporaryPrefix));
  return std::unique_ptr<BundleCache>(new BundleCache(folder, std::move(clock)));
}

absl::StatusOr<BundleHold> BundleCache::Materialize(std::string_view sha256,
                                                    const ArchiveSource& archive) {
  if (!IsSha256(sha256)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", std::string(sha256), "\" is no digest: expected 64 lower-case hexadecimal digits"));
  }
  const std::string digest(sha256);
  {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [&] { return !busy_.contains(digest); });
    busy_.insert(digest);
  }
  const absl::Cleanup release = [this, &digest] {
    const std::lock_guard lock(mutex_);
    busy_.erase(digest);
    freed_.notify_all();
  };
  const fs::path place = folder_ / digest;
  // Again only if another process evicted it in the moment between its unpacking and its lock.
  while (true) {
    ASSIGN_OR_RETURN(std::optional<BundleHold> hold, BundleHold::Take(place));
    if (!hold.has_value()) {
      ASSIGN_OR_RETURN(const fs::path file, archive());
      ASSIGN_OR_RETURN(hold, UnpackInto(digest, file, place));
    }
    if (!hold.has_value()) continue;
    RETURN_IF_ERROR(NoteBundleUse(folder_, digest, clock_()));
    return *std::move(hold);
  }
}

absl::StatusOr<std::optional<BundleHold>> BundleCache::UnpackInto(const std::string& sha256,
                                                                  const fs::path& archive,
                                                                  const fs::path& place) const {
  ASSIGN_OR_RETURN(const std::string got, Sha256OfFile(archive));
  if (got != sha256) {
    return absl::DataLossError(absl::StrCat(
        archive.string(), ": is not the bundle asked for: wanted sha256 ", sha256, ", got ", got));
  }
  ASSIGN_OR_RETURN(const Temporary temporary, MakeTemporaryFolder(folder_, kTemporaryPrefix));
  absl::Cleanup remove = [&temporary] {
    RemoveAll(temporary.path).IgnoreError();
    close(temporary.fd);
  };
  RETURN_IF_ERROR(Unpack(archive, temporary.path));
  ASSIGN_OR_RETURN(const uint64_t bytes, BytesOnDisk(temporary.path));
  RETURN_IF_ERROR(MakeReadOnly(temporary.path));
  RETURN_IF_ERROR(SyncTree(temporary.fd, temporary.path));
  if (rename(temporary.path.c_str(), place.c_str()) != 0) {
    // Another process was faster, with the same content.
    if (errno == EEXIST || errno == ENOTEMPTY) return BundleHold::Take(place);
    return SystemError(errno, "can't move into place", place);
  }
  std::move(remove).Cancel();
  const absl::Cleanup close_folder = [&temporary] { close(temporary.fd); };
  RETURN_IF_ERROR(NoteNewBundle(folder_, {sha256, bytes, clock_()}));
  RETURN_IF_ERROR(SyncFolder(folder_));
  return BundleHold::Adopt(fcntl(temporary.fd, F_DUPFD_CLOEXEC, 0), place);
}

bool BundleCache::Has(std::string_view sha256) const {
  return IsSha256(sha256) && fs::exists(folder_ / std::string(sha256));
}

absl::StatusOr<int> BundleCache::Evict(uint64_t limit) const {
  ASSIGN_OR_RETURN(const std::vector<BundleUse> bundles, ListBundles(folder_));
  uint64_t bytes = 0;
  for (const BundleUse& bundle : bundles) bytes += bundle.bytes;
  int evicted = 0;
  for (const BundleUse& bundle : bundles) {
    if (bytes <= limit) break;
    ASSIGN_OR_RETURN(const bool gone, TryToEvict(bundle.sha256));
    if (!gone) continue;
    bytes -= bundle.bytes;
    ++evicted;
  }
  return evicted;
}

absl::StatusOr<bool> BundleCache::TryToEvict(const std::string& sha256) const {
  const fs::path place = folder_ / sha256;
  const int fd = open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  // Another process has just evicted it.
  if (fd < 0 && errno == ENOENT) return true;
  if (fd < 0) return SystemError(errno, "can't open", place);
  const absl::Cleanup close_folder = [fd] { close(fd); };
  if (flock(fd, LOCK_EX | LOCK_NB) != 0 || !IsStillAt(fd, place)) return false;
  ASSIGN_OR_RETURN(const Temporary aside, MakeTemporaryFolder(folder_, kTemporaryPrefix));
  const absl::Cleanup close_aside = [&aside] { close(aside.fd); };
  if (rename(place.c_str(), aside.path.c_str()) != 0) {
    return SystemError(errno, "can't move aside", place);
  }
  ForgetBundle(folder_, sha256);
  // The name must be gone for good before anything below it is.
  RETURN_IF_ERROR(SyncFolder(folder_));
  RETURN_IF_ERROR(RemoveAll(aside.path));
  return true;
}

}  // namespace benchcell
