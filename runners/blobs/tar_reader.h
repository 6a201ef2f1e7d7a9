// Reads a tar archive entry by entry, and lets nothing through that could write outside of a
// folder.

#ifndef BENCHCELL_RUNNERS_BLOBS_TAR_READER_H_
#define BENCHCELL_RUNNERS_BLOBS_TAR_READER_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

struct TarEntry {
  enum class Kind { kFolder, kFile, kLink };
  Kind kind = Kind::kFile;
  // Relative, with no empty part, `.` or `..`, and no slash at the end.
  std::string path;
  // Of a link.
  std::string target;
  // Of a file: the owner's execute bit, and the size in bytes.
  bool executable = false;
  uint64_t size = 0;
};

// Errors are INVALID_ARGUMENT and name archive and entry, for what archive.h says that Unpack
// refuses. Not thread-safe.
class TarReader {
 public:
  static absl::StatusOr<std::unique_ptr<TarReader>> Open(const std::filesystem::path& archive);
  virtual ~TarReader() = default;

  // Goes to the next entry. False after the last one, when the archive was whole.
  virtual absl::StatusOr<bool> Next() = 0;

  // Where Next() went.
  virtual const TarEntry& entry() const = 0;

  // Gives the file's content in pieces, in order, and stops at the first error of `take`.
  virtual absl::Status ReadContent(const std::function<absl::Status(std::string_view)>& take) = 0;

  // Content in one piece.
  absl::StatusOr<std::string> ReadContent();
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_TAR_READER_H_
