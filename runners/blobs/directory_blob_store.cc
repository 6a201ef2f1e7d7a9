#include "runners/blobs/directory_blob_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/output_file.h"
#include "runners/blobs/partial_blob.h"
#include "runners/blobs/temporary.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kTemporaryPrefix[] = ".tmp-";
// Apart from the blobs: it is listed for each blob that arrives.
constexpr char kPartialFolder[] = ".partial";
constexpr size_t kCopyBytes = 1 << 18;

fs::path BlobPath(const fs::path& folder, std::string_view sha256) {
  return folder / std::string(sha256.substr(0, 2)) / std::string(sha256);
}

absl::Status CheckDigest(std::string_view sha256) {
  if (IsSha256(sha256)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "\"", std::string(sha256), "\" is no digest: expected 64 lower-case hexadecimal digits"));
}

absl::Status SyncPlace(const fs::path& folder, const fs::path& place) {
  RETURN_IF_ERROR(SyncFolder(place.parent_path()));
  return SyncFolder(folder);
}

// A blob that this process has at hand, on its way into the folder.
class PendingBlob {
 public:
  static absl::StatusOr<PendingBlob> Start(const fs::path& folder) {
    ASSIGN_OR_RETURN(std::unique_ptr<OutputFile> file,
                     OutputFile::OpenTemporary(folder, kTemporaryPrefix));
    return PendingBlob(folder, std::move(file));
  }
  PendingBlob(PendingBlob&&) = default;
  ~PendingBlob() {
    if (file_ != nullptr) unlink(file_->path().c_str());
  }

  absl::Status Append(std::string_view bytes) { return file_->Append(bytes); }

  // Moves the blob to its place and gives its name.
  absl::StatusOr<BlobRef> Commit() {
    RETURN_IF_ERROR(file_->Sync());
    const BlobRef blob{file_->Digest(), file_->size()};
    const fs::path place = BlobPath(folder_, blob.sha256);
    RETURN_IF_ERROR(MakeFolder(place.parent_path()));
    if (rename(file_->path().c_str(), place.c_str()) != 0) {
      return SystemError(errno, "can't move into place", place);
    }
    file_.reset();
    RETURN_IF_ERROR(SyncPlace(folder_, place));
    return blob;
  }

 private:
  PendingBlob(fs::path folder, std::unique_ptr<OutputFile> file)
      : folder_(std::move(folder)), file_(std::move(file)) {}

  fs::path folder_;
  std::unique_ptr<OutputFile> file_;
};

class DirectoryBlobWriter : public BlobWriter {
 public:
  DirectoryBlobWriter(fs::path folder, std::string sha256, std::unique_ptr<PartialBlob> blob)
      : folder_(std::move(folder)), sha256_(std::move(sha256)), blob_(std::move(blob)) {}

  uint64_t size() const override { return blob_->size(); }
  absl::Status Append(std::string_view bytes) override { return blob_->Append(bytes); }
  absl::Status Commit() override {
    const fs::path place = BlobPath(folder_, sha256_);
    RETURN_IF_ERROR(MakeFolder(place.parent_path()));
    RETURN_IF_ERROR(blob_->MoveTo(place));
    return SyncPlace(folder_, place);
  }

 private:
  const fs::path folder_;
  const std::string sha256_;
  const std::unique_ptr<PartialBlob> blob_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<DirectoryBlobStore>> DirectoryBlobStore::Open(const fs::path& folder,
                                                                             const Clock& clock) {
  RETURN_IF_ERROR(MakeFolder(folder / kPartialFolder));
  RETURN_IF_ERROR(RemoveStale(folder, kTemporaryPrefix));
  RETURN_IF_ERROR(RemovePartialBlobs(folder / kPartialFolder, clock() - kKeepPartial));
  return std::unique_ptr<DirectoryBlobStore>(new DirectoryBlobStore(folder));
}

bool DirectoryBlobStore::Has(std::string_view sha256) const { return PathOf(sha256).ok(); }

absl::StatusOr<std::unique_ptr<BlobWriter>> DirectoryBlobStore::StartWrite(
    std::string_view sha256) {
  RETURN_IF_ERROR(CheckDigest(sha256));
  std::string digest(sha256);
  ASSIGN_OR_RETURN(std::unique_ptr<PartialBlob> blob,
                   PartialBlob::Open(folder_ / kPartialFolder, digest));
  return std::make_unique<DirectoryBlobWriter>(folder_, std::move(digest), std::move(blob));
}

uint64_t DirectoryBlobStore::BytesHeld(std::string_view sha256) const {
  return PartialBytes(folder_ / kPartialFolder, std::string(sha256));
}

absl::StatusOr<fs::path> DirectoryBlobStore::PathOf(std::string_view sha256) const {
  RETURN_IF_ERROR(CheckDigest(sha256));
  fs::path path = BlobPath(folder_, sha256);
  if (access(path.c_str(), F_OK) != 0) return SystemError(errno, "no such blob", path);
  return path;
}

absl::StatusOr<BlobRef> DirectoryBlobStore::PutFile(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", path);
  const absl::Cleanup close_file = [fd] { close(fd); };
  ASSIGN_OR_RETURN(PendingBlob blob, PendingBlob::Start(folder_));
  std::vector<char> buffer(kCopyBytes);
  while (true) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read", path);
    if (got == 0) return blob.Commit();
    RETURN_IF_ERROR(blob.Append({buffer.data(), static_cast<size_t>(got)}));
  }
}

absl::StatusOr<BlobRef> DirectoryBlobStore::PutBytes(std::string_view bytes) {
  // Most raw outputs repeat (empty ones above all): no write for those.
  const BlobRef blob{Sha256OfBytes(bytes), bytes.size()};
  if (Has(blob.sha256)) return blob;
  ASSIGN_OR_RETURN(PendingBlob pending, PendingBlob::Start(folder_));
  RETURN_IF_ERROR(pending.Append(bytes));
  return pending.Commit();
}

}  // namespace benchcell
