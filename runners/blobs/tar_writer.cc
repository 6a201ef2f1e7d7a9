#include "runners/blobs/tar_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/output_file.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

struct EntryDeleter {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};
using Entry = std::unique_ptr<archive_entry, EntryDeleter>;

Entry NewEntry(const std::string& path, unsigned type, int mode) {
  Entry entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), path.c_str());
  archive_entry_set_filetype(entry.get(), type);
  archive_entry_set_perm(entry.get(), mode);
  archive_entry_set_uid(entry.get(), 0);
  archive_entry_set_gid(entry.get(), 0);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), 0);
  return entry;
}

class LibarchiveTarWriter : public TarWriter {
 public:
  explicit LibarchiveTarWriter(std::unique_ptr<OutputFile> file)
      : file_(std::move(file)), tar_(archive_write_new()) {}

  // Of an archive that wasn't finished this writes an end; archive_write_fail would prevent that,
  // but leaks libarchive's buffer.
  ~LibarchiveTarWriter() override { archive_write_free(tar_); }

  absl::Status Start() {
    // GNU tar keeps names as bytes, whatever the locale, and has no limit on their length.
    archive_write_set_format_gnutar(tar_);
    archive_write_add_filter_none(tar_);
    // Whole blocks for few system calls, but no padding at the end.
    archive_write_set_bytes_per_block(tar_, 1 << 18);
    archive_write_set_bytes_in_last_block(tar_, 1);
    return Check(archive_write_open(tar_, this, nullptr, &LibarchiveTarWriter::Write, nullptr), "");
  }

  absl::Status AddFolder(const std::string& path) override {
    return AddEntry(NewEntry(path, AE_IFDIR, 0755), path);
  }

  absl::Status AddLink(const std::string& path, const std::string& target) override {
    const Entry entry = NewEntry(path, AE_IFLNK, 0755);
    archive_entry_set_symlink(entry.get(), target.c_str());
    return AddEntry(entry, path);
  }

  absl::Status AddFile(const std::string& path, bool executable, uint64_t size) override {
    const Entry entry = NewEntry(path, AE_IFREG, executable ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<int64_t>(size));
    return AddEntry(entry, path);
  }

  absl::Status Append(std::string_view bytes) override {
    const la_ssize_t written = archive_write_data(tar_, bytes.data(), bytes.size());
    if (written == static_cast<la_ssize_t>(bytes.size())) return absl::OkStatus();
    if (written < 0) return Check(static_cast<int>(written), "");
    return absl::InvalidArgumentError(
        absl::StrCat(file_->path().string(), ": a file has more bytes than it was announced with"));
  }

  absl::StatusOr<BlobRef> Finish() override {
    RETURN_IF_ERROR(Check(archive_write_close(tar_), ""));
    return BlobRef{file_->Digest(), file_->size()};
  }

 private:
  static la_ssize_t Write(archive* tar, void* self, const void* bytes, size_t count) {
    auto* writer = static_cast<LibarchiveTarWriter*>(self);
    writer->write_status_ = writer->file_->Append({static_cast<const char*>(bytes), count});
    if (writer->write_status_.ok()) return static_cast<la_ssize_t>(count);
    archive_set_error(tar, EIO, "write failed");
    return -1;
  }

  absl::Status AddEntry(const Entry& entry, const std::string& path) {
    return Check(archive_write_header(tar_, entry.get()), path);
  }

  // A warning counts too: it means that the entry was changed to fit.
  absl::Status Check(int result, const std::string& entry) {
    if (result == ARCHIVE_OK) return absl::OkStatus();
    if (!write_status_.ok()) return write_status_;
    return absl::InternalError(
        absl::StrCat(file_->path().string(), ": can't write ",
                     entry.empty() ? "the archive" : absl::StrCat("the entry ", entry), ": ",
                     archive_error_string(tar_)));
  }

  const std::unique_ptr<OutputFile> file_;
  archive* const tar_;
  absl::Status write_status_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TarWriter>> TarWriter::Open(const fs::path& archive) {
  ASSIGN_OR_RETURN(std::unique_ptr<OutputFile> file, OutputFile::Open(archive));
  auto writer = std::make_unique<LibarchiveTarWriter>(std::move(file));
  RETURN_IF_ERROR(writer->Start());
  return writer;
}

}  // namespace benchcell
