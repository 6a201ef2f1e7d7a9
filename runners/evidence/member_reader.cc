#include "runners/evidence/member_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBlockBytes = 512;
constexpr size_t kReadBytes = 1 << 18;
// Where a header has the name and the size.
constexpr size_t kNameBytes = 100;
constexpr size_t kSizeAt = 124;
constexpr size_t kSizeBytes = 12;

// The size that a header says: octal digits, or, from 8 GiB on, a number with the highest bit set.
// Nothing if it is neither, or more than a file can have.
std::optional<uint64_t> SizeOf(std::string_view header) {
  const std::string_view field = header.substr(kSizeAt, kSizeBytes);
  uint64_t size = 0;
  if ((field[0] & 0x80) != 0) {
    if (static_cast<unsigned char>(field[0]) != 0x80) return std::nullopt;
    for (const char each : field.substr(1)) {
      if (size >> 48 != 0) return std::nullopt;
      size = size << 8 | static_cast<unsigned char>(each);
    }
    return size;
  }
  for (const char each : field) {
    if (each < '0' || each > '7') break;
    size = size << 3 | static_cast<uint64_t>(each - '0');
  }
  return size;
}

// The header that TarWriter writes for a file of this name and size; empty if it doesn't.
std::string HeaderOf(const std::string& name, uint64_t size) {
  std::string bytes(4 * kBlockBytes, '\0');
  size_t used = 0;
  archive* const tar = archive_write_new();
  archive_entry* const entry = archive_entry_new();
  archive_write_set_format_gnutar(tar);
  archive_write_set_bytes_per_block(tar, 0);
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_uid(entry, 0);
  archive_entry_set_gid(entry, 0);
  archive_entry_set_mtime(entry, 0, 0);
  archive_entry_set_size(entry, static_cast<int64_t>(size));
  const bool written =
      archive_write_open_memory(tar, bytes.data(), bytes.size(), &used) == ARCHIVE_OK &&
      archive_write_header(tar, entry) == ARCHIVE_OK && used == kBlockBytes;
  archive_entry_free(entry);
  // Fills the rest of the memory with the zeros that stand for the content, and gives up there.
  archive_write_free(tar);
  bytes.resize(written ? kBlockBytes : 0);
  return bytes;
}

}  // namespace

absl::StatusOr<std::unique_ptr<MemberReader>> MemberReader::Open(const fs::path& file) {
  auto reader = absl::WrapUnique(new MemberReader(file));
  RETURN_IF_ERROR(reader->Start());
  return reader;
}

absl::Status MemberReader::Start() {
  std::error_code error;
  if (fs::exists(path_, error) && !fs::is_regular_file(path_, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path_.string(), ": not a file; expected evidence"));
  }
  file_size_ = fs::file_size(path_, error);
  if (error) return SystemError(error.value(), "can't open", path_);
  file_.open(path_, std::ios::binary);
  if (!file_) return SystemError(errno, "can't open", path_);
  return absl::OkStatus();
}

absl::StatusOr<std::string> MemberReader::Take(size_t size) {
  std::string bytes(std::min<uint64_t>(size, file_size_ - position_), '\0');
  if (!file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    return SystemError(errno, "can't read", path_);
  }
  position_ += bytes.size();
  return bytes;
}

absl::Status MemberReader::Damaged(uint64_t at, const std::string& what) const {
  return absl::InvalidArgumentError(absl::StrCat(path_.string(), ", byte ", at, ": ", what));
}

absl::StatusOr<bool> MemberReader::Next() {
  RETURN_IF_ERROR(Read([](std::string_view) { return absl::OkStatus(); }));
  const uint64_t start = position_;
  ASSIGN_OR_RETURN(const std::string header, Take(kBlockBytes));
  if (header.size() < kBlockBytes) {
    return Damaged(position_,
                   "the file ends where the header of a member, or the mark of the end, "
                   "is expected");
  }
  if (header[0] == '\0') {
    RETURN_IF_ERROR(CheckEnd(header));
    return false;
  }
  const std::string name = header.substr(0, std::min(header.find('\0'), kNameBytes));
  const std::optional<uint64_t> size = SizeOf(header);
  const std::string expected = size.has_value() ? HeaderOf(name, *size) : "";
  if (expected != header) {
    const auto place =
        std::mismatch(header.begin(), header.end(), expected.begin(), expected.end());
    return Damaged(start + static_cast<uint64_t>(place.first - header.begin()),
                   absl::StrCat("bytes ", start, " to ", position_ - 1,
                                " are not the header of a plain file as benchcell writes it"));
  }
  name_ = name;
  size_ = *size;
  offset_ = position_;
  left_ = size_;
  padded_ = false;
  return true;
}

absl::Status MemberReader::Read(const std::function<absl::Status(std::string_view)>& take) {
  while (left_ > 0) {
    ASSIGN_OR_RETURN(const std::string bytes, Take(std::min<uint64_t>(left_, kReadBytes)));
    if (bytes.empty()) {
      return Damaged(position_, absl::StrCat("the file ends in ", name_, ", ", left_,
                                             " bytes before the end of that"));
    }
    left_ -= bytes.size();
    RETURN_IF_ERROR(take(bytes));
  }
  return padded_ ? absl::OkStatus() : SkipPadding();
}

absl::Status MemberReader::SkipPadding() {
  padded_ = true;
  const size_t expected = (kBlockBytes - size_ % kBlockBytes) % kBlockBytes;
  const uint64_t start = position_;
  ASSIGN_OR_RETURN(const std::string padding, Take(expected));
  if (padding.size() < expected) {
    return Damaged(position_, absl::StrCat("the file ends in the padding behind ", name_));
  }
  const size_t changed = padding.find_first_not_of('\0');
  if (changed == std::string::npos) return absl::OkStatus();
  return Damaged(start + changed, absl::StrCat("the padding behind ", name_, " isn't zero"));
}

absl::Status MemberReader::CheckEnd(const std::string& first) {
  ASSIGN_OR_RETURN(const std::string second, Take(kBlockBytes));
  const std::string mark = first + second;
  const uint64_t start = position_ - mark.size();
  if (const size_t changed = mark.find_first_not_of('\0'); changed != std::string::npos) {
    return Damaged(start + changed, "the mark of the end isn't zero");
  }
  if (mark.size() < 2 * kBlockBytes) return Damaged(position_, "the mark of the end is cut short");
  if (position_ < file_size_) return Damaged(position_, "the file goes on behind its end");
  return absl::OkStatus();
}

absl::StatusOr<std::string> MemberReader::ReadAll(uint64_t most) {
  if (size_ > most) {
    return absl::InvalidArgumentError(absl::StrCat(path_.string(), ": ", name_, " has ", size_,
                                                   " bytes; expected at most ", most));
  }
  std::string content;
  RETURN_IF_ERROR(Read([&content](std::string_view piece) {
    content += piece;
    return absl::OkStatus();
  }));
  return content;
}

}  // namespace benchcell
