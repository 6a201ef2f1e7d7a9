#include "runners/compare/byte_source.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";
constexpr size_t kCompressedPiece = 1 << 16;

// The first bytes of a descriptor can be looked at before they are read.
class DescriptorSource : public ByteSource {
 public:
  DescriptorSource(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}
  ~DescriptorSource() override {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }

  absl::StatusOr<size_t> Read(char* buffer, size_t size) override {
    if (!front_.empty()) {
      const size_t taken = std::min(size, front_.size());
      std::memcpy(buffer, front_.data(), taken);
      front_.erase(0, taken);
      return taken;
    }
    while (true) {
      const ssize_t got = read(descriptor_, buffer, size);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR) return SystemError(errno, "can't read", name_);
    }
  }

  // The first `size` bytes, or all if there are fewer; they are read again by Read.
  absl::StatusOr<std::string_view> Peek(size_t size) {
    std::string front;
    while (front.size() < size) {
      char bytes[8];
      ASSIGN_OR_RETURN(const size_t got, Read(bytes, std::min(sizeof(bytes), size - front.size())));
      if (got == 0) break;
      front.append(bytes, got);
    }
    front_ = std::move(front);
    return std::string_view(front_);
  }

 private:
  const int descriptor_;
  const std::string name_;
  std::string front_;
};

class DecompressedSource : public ByteSource {
 public:
  DecompressedSource(std::unique_ptr<DescriptorSource> compressed, std::string name)
      : compressed_(std::move(compressed)),
        name_(std::move(name)),
        buffer_(kCompressedPiece),
        archive_(archive_read_new()) {}
  ~DecompressedSource() override { archive_read_free(archive_); }

  absl::Status Start() {
    archive_read_support_filter_gzip(archive_);
    archive_read_support_filter_zstd(archive_);
    archive_read_support_format_raw(archive_);
    archive_read_support_format_empty(archive_);
    archive_entry* entry = nullptr;
    if (archive_read_open(archive_, this, nullptr, &DecompressedSource::Feed, nullptr) !=
        ARCHIVE_OK) {
      return Failure();
    }
    const int result = archive_read_next_header(archive_, &entry);
    empty_ = result == ARCHIVE_EOF;
    if (result != ARCHIVE_OK && !empty_) return Failure();
    // Beside itself, libarchive must have found the compression that the first bytes promise.
    if (archive_filter_count(archive_) < 2) {
      archive_set_error(archive_, EINVAL, "the first bytes are no whole header");
      return Failure();
    }
    return absl::OkStatus();
  }

  absl::StatusOr<size_t> Read(char* buffer, size_t size) override {
    if (empty_) return size_t{0};
    const la_ssize_t got = archive_read_data(archive_, buffer, size);
    if (got < 0) return Failure();
    return static_cast<size_t>(got);
  }

 private:
  static la_ssize_t Feed(archive* archive, void* self, const void** bytes) {
    auto* const source = static_cast<DecompressedSource*>(self);
    const absl::StatusOr<size_t> got =
        source->compressed_->Read(source->buffer_.data(), source->buffer_.size());
    if (!got.ok()) {
      source->read_error_ = got.status();
      archive_set_error(archive, EIO, "reading failed");
      return -1;
    }
    *bytes = source->buffer_.data();
    return static_cast<la_ssize_t>(*got);
  }

  absl::Status Failure() const {
    if (!read_error_.ok()) return read_error_;
    return absl::InvalidArgumentError(absl::StrCat(
        name_,
        ": the compressed data are damaged or end too early: ", archive_error_string(archive_)));
  }

  const std::unique_ptr<DescriptorSource> compressed_;
  const std::string name_;
  std::vector<char> buffer_;
  archive* const archive_;
  absl::Status read_error_;
  bool empty_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<ByteSource>> ByteSourceOf(int descriptor, const std::string& name) {
  auto plain = std::make_unique<DescriptorSource>(descriptor, name);
  ASSIGN_OR_RETURN(const std::string_view front, plain->Peek(kZstd.size()));
  if (front.substr(0, kGzip.size()) != kGzip && front != kZstd) return plain;
  auto decompressed = std::make_unique<DecompressedSource>(std::move(plain), name);
  RETURN_IF_ERROR(decompressed->Start());
  return decompressed;
}

absl::StatusOr<std::unique_ptr<ByteSource>> OpenByteSource(const std::string& path) {
  if (path == "-") return ByteSourceOf(STDIN_FILENO, "standard input");
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return SystemError(errno, "can't open", path);
  return ByteSourceOf(descriptor, path);
}

}  // namespace benchcell
