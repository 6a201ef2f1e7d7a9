#include "runners/blobs/partial_blob.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/sync_file.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/temporary.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = ".part-";
constexpr size_t kCopyBytes = 1 << 18;

struct Found {
  fs::path path;
  uint64_t size;
};

std::string PrefixOf(const std::string& sha256) { return absl::StrCat(kPrefix, sha256, "-"); }

// Files of that prefix, the largest first.
std::vector<Found> Find(const fs::path& folder, const std::string& prefix) {
  std::vector<Found> found;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(prefix)) continue;
    std::error_code gone;
    const uint64_t size = fs::file_size(entry->path(), gone);
    if (!gone) found.push_back({entry->path(), size});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.size > b.size; });
  return found;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PartialBlob>> PartialBlob::Open(const fs::path& folder,
                                                               const std::string& sha256) {
  std::unique_ptr<PartialBlob> blob;
  std::optional<fs::path> donor;
  for (const Found& found : Find(folder, PrefixOf(sha256))) {
    ASSIGN_OR_RETURN(const std::optional<Temporary> left, AdoptTemporaryFile(found.path));
    if (!left.has_value()) {
      if (!donor.has_value()) donor = found.path;
      continue;
    }
    struct stat now;
    if (blob == nullptr && fstat(left->fd, &now) == 0) {
      blob = absl::WrapUnique(new PartialBlob(left->fd, left->path, sha256, now.st_size));
    } else {
      // A shorter one, of no use beside the longest.
      unlink(left->path.c_str());
      close(left->fd);
    }
  }
  if (blob == nullptr) {
    ASSIGN_OR_RETURN(const Temporary made, MakeTemporaryFile(folder, PrefixOf(sha256)));
    blob = absl::WrapUnique(new PartialBlob(made.fd, made.path, sha256, 0));
    if (donor.has_value()) RETURN_IF_ERROR(blob->CopyFrom(*donor));
  }
  blob->inherited_ = blob->size_;
  return blob;
}

PartialBlob::~PartialBlob() {
  if (!gone_ && size_ == 0) unlink(path_.c_str());
  close(fd_);
}

absl::Status PartialBlob::CopyFrom(const fs::path& donor) {
  const int from = open(donor.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (from < 0) return absl::OkStatus();  // Its writer has finished or removed it.
  const absl::Cleanup close_donor = [from] { close(from); };
  std::vector<char> buffer(kCopyBytes);
  while (true) {
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read", donor);
    if (got == 0) return absl::OkStatus();
    RETURN_IF_ERROR(Append({buffer.data(), static_cast<size_t>(got)}));
  }
}

absl::Status PartialBlob::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "can't write", path_);
    bytes.remove_prefix(written);
    size_ += written;
  }
  return absl::OkStatus();
}

absl::Status PartialBlob::Restart() {
  if (ftruncate(fd_, 0) != 0) return SystemError(errno, "can't empty", path_);
  size_ = 0;
  inherited_ = 0;
  return absl::OkStatus();
}

absl::Status PartialBlob::MoveTo(const fs::path& place) {
  if (SyncFile(fd_) != 0) return SystemError(errno, "can't sync", path_);
  // Of the file rather than of what was appended: this is what will be read.
  ASSIGN_OR_RETURN(const std::string got, Sha256OfFile(path_));
  if (got != sha256_) {
    const std::string what = absl::StrCat("wanted sha256 ", sha256_, ", got ", got, " (", size_,
                                          " bytes, ", inherited_, " of them kept from before)");
    Remove();
    if (inherited_ > 0) {
      return absl::DataLossError(absl::StrCat("what was kept is damaged: ", what));
    }
    return absl::InvalidArgumentError(absl::StrCat("the bytes are not the blob announced: ", what));
  }
  if (rename(path_.c_str(), place.c_str()) != 0) {
    return SystemError(errno, "can't move into place", place);
  }
  gone_ = true;
  return absl::OkStatus();
}

void PartialBlob::Remove() {
  unlink(path_.c_str());
  gone_ = true;
}

uint64_t PartialBytes(const fs::path& folder, const std::string& sha256) {
  const std::vector<Found> found = Find(folder, PrefixOf(sha256));
  return found.empty() ? 0 : found.front().size;
}

bool IsPartialBlob(const fs::path& path) { return path.filename().string().starts_with(kPrefix); }

absl::Status RemovePartialBlobs(const fs::path& folder, absl::Time before) {
  for (const Found& found : Find(folder, kPrefix)) {
    ASSIGN_OR_RETURN(const std::optional<Temporary> left, AdoptTemporaryFile(found.path));
    if (!left.has_value()) continue;
    const absl::Cleanup close_file = [&left] { close(left->fd); };
    struct stat now;
    if (fstat(left->fd, &now) == 0 && absl::FromTimeT(now.st_mtime) < before) {
      unlink(left->path.c_str());
    }
  }
  return absl::OkStatus();
}

}  // namespace benchcell
