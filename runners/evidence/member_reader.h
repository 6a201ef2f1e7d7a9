// Reads the members of an evidence file from its first byte to its last, and accepts nothing but
// what TarWriter writes of files with short names: every byte of a header, of the padding and of
// the end is checked, as no digest covers them. A general reader of tar archives lets many forms
// of one content through, links, sparse files and long names among them.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_MEMBER_READER_H_
#define BENCHCELL_RUNNERS_EVIDENCE_MEMBER_READER_H_

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// Errors are INVALID_ARGUMENT, or the system's, and name the place in the file; after one there is
// no more to read. Memory doesn't grow with the file. Not thread-safe.
class MemberReader {
 public:
  static absl::StatusOr<std::unique_ptr<MemberReader>> Open(const std::filesystem::path& file);

  // Goes to the next member, past what wasn't read of the last. False at the end of a whole file.
  absl::StatusOr<bool> Next();

  // Where Next() went: any bytes but `/` at the start, at most 100.
  const std::string& name() const { return name_; }
  uint64_t size() const { return size_; }
  // Place of the content in the file.
  uint64_t offset() const { return offset_; }

  // Gives the content in pieces, in order, and stops at the first error of `take`.
  absl::Status Read(const std::function<absl::Status(std::string_view)>& take);

  // The content in one piece. Refused if it has more than `most` bytes.
  absl::StatusOr<std::string> ReadAll(uint64_t most);

 private:
  explicit MemberReader(std::filesystem::path path) : path_(std::move(path)) {}

  absl::Status Start();
  // The next bytes of the file, up to `size` of them.
  absl::StatusOr<std::string> Take(size_t size);
  // The zeros up to the end of a block.
  absl::Status SkipPadding();
  absl::Status CheckEnd(const std::string& first);
  absl::Status Damaged(uint64_t at, const std::string& what) const;

  const std::filesystem::path path_;
  std::ifstream file_;
  uint64_t file_size_ = 0;
  // Bytes of the file that were taken.
  uint64_t position_ = 0;
  std::string name_;
  uint64_t size_ = 0;
  uint64_t offset_ = 0;
  // Of the content, still to be read.
  uint64_t left_ = 0;
  bool padded_ = true;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_MEMBER_READER_H_
