// SHA-256, the name of everything content-addressed.

#ifndef BENCHCELL_RUNNERS_BLOBS_DIGEST_H_
#define BENCHCELL_RUNNERS_BLOBS_DIGEST_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace benchcell {

// SHA-256 of bytes that arrive in pieces. Not thread-safe.
class Sha256Hasher {
 public:
  Sha256Hasher();
  ~Sha256Hasher();
  Sha256Hasher(Sha256Hasher&&) noexcept;
  Sha256Hasher& operator=(Sha256Hasher&&) noexcept;

  void Update(std::string_view bytes);

  // The digest of all bytes so far, 64 lower-case hexadecimal digits. The last call on this object.
  std::string Finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// 64 lower-case hexadecimal digits.
std::string Sha256OfBytes(std::string_view bytes);

// The same of a file's content. Reads in pieces: the file may be larger than memory.
absl::StatusOr<std::string> Sha256OfFile(const std::filesystem::path& path);

// Whether the text is a digest as written here: 64 lower-case hexadecimal digits.
bool IsSha256(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_DIGEST_H_
