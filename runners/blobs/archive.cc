#include "runners/blobs/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/link_target.h"
#include "runners/blobs/tar_reader.h"
#include "runners/blobs/tar_writer.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr size_t kReadBytes = 1 << 18;

// Paths of all that is below `folder`, relative to it, sorted bytewise.
absl::StatusOr<std::vector<std::string>> ListTree(const fs::path& folder,
                                                  const std::vector<std::string>& skip) {
  std::error_code error;
  // A slash at the end enters the folder behind a symbolic link.
  fs::recursive_directory_iterator walk(folder / "", error);
  std::vector<std::string> paths;
  const size_t prefix = (folder / "").string().size();
  for (const fs::recursive_directory_iterator end; !error && walk != end; walk.increment(error)) {
    std::string path = walk->path().string().substr(prefix);
    if (std::find(skip.begin(), skip.end(), path) != skip.end()) {
      walk.disable_recursion_pending();
    } else {
      paths.push_back(std::move(path));
    }
  }
  if (error) return SystemError(error.value(), "can't list", folder);
  std::sort(paths.begin(), paths.end());
  return paths;
}

absl::Status Unfit(const fs::path& path, const std::string& why) {
  return absl::FailedPreconditionError(absl::StrCat(path.string(), ": ", why));
}

absl::Status PackFile(const fs::path& path, const std::string& name, const struct stat& listed,
                      const PackOptions& options, TarWriter& tar) {
  const int fd = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", path);
  const absl::Cleanup close_file = [fd] { close(fd); };
  uint64_t left = listed.st_size;
  RETURN_IF_ERROR(tar.AddFile(name, options.executables && (listed.st_mode & S_IXUSR) != 0, left));
  std::vector<char> buffer(std::min<uint64_t>(kReadBytes, left + 1));
  while (true) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read", path);
    if (static_cast<uint64_t>(got) > left) return Unfit(path, "grew while it was read");
    if (got == 0) break;
    RETURN_IF_ERROR(tar.Append({buffer.data(), static_cast<size_t>(got)}));
    left -= got;
  }
  return left == 0 ? absl::OkStatus() : Unfit(path, "shrank while it was read");
}

absl::Status PackLink(const fs::path& path, const std::string& name, TarWriter& tar) {
  std::error_code error;
  const std::string target = fs::read_symlink(path, error).string();
  if (error) return SystemError(error.value(), "can't read the link", path);
  if (!StaysInTree(name, target)) {
    return Unfit(path, absl::StrCat("is a symbolic link out of the tree: ", target));
  }
  return tar.AddLink(name, target);
}

absl::Status PackEntry(const fs::path& path, const std::string& name, const PackOptions& options,
                       TarWriter& tar) {
  struct stat found;
  if (lstat(path.c_str(), &found) != 0) return SystemError(errno, "can't look at", path);
  switch (found.st_mode & S_IFMT) {
    case S_IFDIR:
      return tar.AddFolder(name);
    case S_IFLNK:
      return PackLink(path, name, tar);
    case S_IFREG:
      return PackFile(path, name, found, options, tar);
    default:
      return Unfit(path, "is neither a folder nor a file nor a symbolic link");
  }
}

absl::Status UnpackFile(const fs::path& path, TarReader& tar) {
  const int mode = tar.entry().executable ? 0755 : 0644;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0) return SystemError(errno, "can't make", path);
  const absl::Cleanup close_file = [fd] { close(fd); };
  // Whatever the umask takes away.
  if (fchmod(fd, mode) != 0) return SystemError(errno, "can't set the mode of", path);
  return tar.ReadContent([&](std::string_view piece) {
    while (!piece.empty()) {
      const ssize_t written = write(fd, piece.data(), piece.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return SystemError(errno, "can't write", path);
      piece.remove_prefix(written);
    }
    return absl::OkStatus();
  });
}

absl::Status UnpackEntry(const fs::path& folder, TarReader& tar) {
  const TarEntry& entry = tar.entry();
  const fs::path path = folder / entry.path;
  if (entry.kind == TarEntry::Kind::kFolder) return MakeFolder(path);
  RETURN_IF_ERROR(MakeFolder(path.parent_path()));
  if (entry.kind == TarEntry::Kind::kFile) return UnpackFile(path, tar);
  if (symlink(entry.target.c_str(), path.c_str()) != 0) {
    return SystemError(errno, "can't make the link", path);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BlobRef> PackDirectory(const fs::path& folder, const fs::path& archive,
                                      const PackOptions& options) {
  ASSIGN_OR_RETURN(const std::vector<std::string> names, ListTree(folder, options.skip));
  ASSIGN_OR_RETURN(const std::unique_ptr<TarWriter> tar, TarWriter::Open(archive));
  for (const std::string& name : names) {
    RETURN_IF_ERROR(PackEntry(folder / name, name, options, *tar));
  }
  return tar->Finish();
}

absl::StatusOr<BlobRef> PackFileAlone(const fs::path& file, const fs::path& archive) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return SystemError(error.value(), "can't find", file);
  struct stat found;
  if (lstat(real.c_str(), &found) != 0) return SystemError(errno, "can't look at", real);
  if (!S_ISREG(found.st_mode)) return Unfit(file, "is not a file");
  ASSIGN_OR_RETURN(const std::unique_ptr<TarWriter> tar, TarWriter::Open(archive));
  RETURN_IF_ERROR(PackFile(real, file.filename().string(), found, {}, *tar));
  return tar->Finish();
}

absl::Status Unpack(const fs::path& archive, const fs::path& folder) {
  RETURN_IF_ERROR(MakeFolder(folder));
  std::error_code error;
  if (!fs::is_empty(folder, error)) {
    return Unfit(folder, "is not empty: an archive is unpacked only into an empty folder");
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<TarReader> tar, TarReader::Open(archive));
  while (true) {
    ASSIGN_OR_RETURN(const bool more, tar->Next());
    if (!more) return absl::OkStatus();
    RETURN_IF_ERROR(UnpackEntry(folder, *tar));
  }
}

}  // namespace benchcell
