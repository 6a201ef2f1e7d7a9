#include "runners/blobs/tar_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <map>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/link_target.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBlockBytes = 512;
constexpr size_t kReadBytes = 1 << 18;

// The entry's name without the slash that marks a folder; empty for a name that could leave the
// tree.
std::string CleanPath(std::string_view name) {
  if (!name.empty() && name.back() == '/') name.remove_suffix(1);
  for (size_t start = 0; start <= name.size();) {
    const size_t end = std::min(name.find('/', start), name.size());
    const std::string_view part = name.substr(start, end - start);
    if (part.empty() || part == "." || part == "..") return "";
    start = end + 1;
  }
  return std::string(name);
}

class LibarchiveTarReader : public TarReader {
 public:
  explicit LibarchiveTarReader(fs::path path) : path_(std::move(path)), tar_(archive_read_new()) {}
  ~LibarchiveTarReader() override { archive_read_free(tar_); }

  absl::Status Start() {
    std::error_code error;
    file_size_ = fs::file_size(path_, error);
    if (error) return SystemError(error.value(), "can't open", path_);
    archive_read_support_format_tar(tar_);
    // An empty file is no format at all to libarchive, and no archive to us.
    return Check(archive_read_open_filename(tar_, path_.c_str(), kReadBytes), "");
  }

  absl::StatusOr<bool> Next() override {
    archive_entry* header = nullptr;
    const int result = archive_read_next_header(tar_, &header);
    if (result == ARCHIVE_EOF) {
      RETURN_IF_ERROR(CheckEnd());
      return false;
    }
    RETURN_IF_ERROR(Check(result, entry_.path));
    RETURN_IF_ERROR(Take(header));
    return true;
  }

  const TarEntry& entry() const override { return entry_; }

  absl::Status ReadContent(const std::function<absl::Status(std::string_view)>& take) override {
    std::vector<char> buffer(std::min<uint64_t>(kReadBytes, entry_.size + 1));
    while (true) {
      const la_ssize_t got = archive_read_data(tar_, buffer.data(), buffer.size());
      if (got == 0) return absl::OkStatus();
      if (got < 0) return Check(static_cast<int>(got), entry_.path);
      RETURN_IF_ERROR(take({buffer.data(), static_cast<size_t>(got)}));
    }
  }

 private:
  // Fills entry_ from the header.
  absl::Status Take(archive_entry* header) {
    const char* name = archive_entry_pathname(header);
    entry_ = TarEntry{};
    entry_.path = CleanPath(name == nullptr ? "" : name);
    if (entry_.path.empty()) {
      return Refuse(name == nullptr ? "" : name,
                    "is no relative path inside the tree (without empty parts, `.` and `..`)");
    }
    const unsigned type = archive_entry_filetype(header);
    if (archive_entry_hardlink(header) != nullptr) {
      return Refuse(entry_.path, "is a hard link");
    } else if (type == AE_IFDIR) {
      entry_.kind = TarEntry::Kind::kFolder;
    } else if (type == AE_IFLNK) {
      entry_.kind = TarEntry::Kind::kLink;
      entry_.target = archive_entry_symlink(header);
      if (!StaysInTree(entry_.path, entry_.target)) {
        return Refuse(entry_.path,
                      absl::StrCat("is a symbolic link out of the tree: ", entry_.target));
      }
    } else if (type == AE_IFREG) {
      entry_.executable = (archive_entry_perm(header) & 0100) != 0;
      entry_.size = archive_entry_size(header);
      // A few bytes must not become a disk full of zeros.
      if (archive_entry_sparse_count(header) > 0) return Refuse(entry_.path, "is a sparse file");
    } else {
      return Refuse(entry_.path, "is neither a folder nor a file nor a symbolic link");
    }
    return CheckPlace();
  }

  // Nothing twice, and nothing below what is no folder.
  absl::Status CheckPlace() {
    for (size_t slash = entry_.path.find('/'); slash != std::string::npos;
         slash = entry_.path.find('/', slash + 1)) {
      const auto above = seen_.find(entry_.path.substr(0, slash));
      if (above != seen_.end() && above->second != TarEntry::Kind::kFolder) {
        return Refuse(entry_.path, absl::StrCat("lies below ", above->first,
                                                ", which is a file or a symbolic link"));
      }
    }
    if (!seen_.emplace(entry_.path, entry_.kind).second) {
      return Refuse(entry_.path, "is there twice");
    }
    return absl::OkStatus();
  }

  // libarchive takes a file that ends after any entry for a whole archive. A whole one ends with
  // two empty blocks.
  absl::Status CheckEnd() {
    const uint64_t end = archive_read_header_position(tar_);
    if (end + 2 * kBlockBytes <= file_size_) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(path_.string(), ": is truncated: it ends after ", file_size_,
                     " bytes without the mark of the end",
                     entry_.path.empty() ? "" : absl::StrCat(", after the entry ", entry_.path)));
  }

  absl::Status Refuse(const std::string& entry, const std::string& why) {
    return absl::InvalidArgumentError(
        absl::StrCat(path_.string(), ": the entry \"", entry, "\" ", why));
  }

  absl::Status Check(int result, const std::string& entry) {
    if (result == ARCHIVE_OK) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        path_.string(), ": is truncated or no tar archive: ", archive_error_string(tar_),
        entry.empty() ? "" : absl::StrCat(", at or after the entry ", entry)));
  }

  const fs::path path_;
  archive* const tar_;
  uint64_t file_size_ = 0;
  TarEntry entry_;
  std::map<std::string, TarEntry::Kind> seen_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TarReader>> TarReader::Open(const fs::path& archive) {
  auto reader = std::make_unique<LibarchiveTarReader>(archive);
  RETURN_IF_ERROR(reader->Start());
  return reader;
}

absl::StatusOr<std::string> TarReader::ReadContent() {
  std::string content;
  RETURN_IF_ERROR(ReadContent([&content](std::string_view piece) {
    content += piece;
    return absl::OkStatus();
  }));
  return content;
}

}  // namespace benchcell
