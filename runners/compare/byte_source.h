// Where the bytes of a CSV file come from: a file or standard input, plain or compressed.

#ifndef BENCHCELL_RUNNERS_COMPARE_BYTE_SOURCE_H_
#define BENCHCELL_RUNNERS_COMPARE_BYTE_SOURCE_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell {

// Bytes in order, once. Not thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Up to `size` bytes, at least one except at the end, where it is 0. Errors name the source.
  virtual absl::StatusOr<size_t> Read(char* buffer, size_t size) = 0;
};

// Opens a file; `-` is standard input. What starts as gzip or zstd does is decompressed, whatever
// its name. NOT_FOUND if there is no such file.
absl::StatusOr<std::unique_ptr<ByteSource>> OpenByteSource(const std::string& path);

// The same of an open file, whose descriptor is closed with the source (never that of standard
// input, 0). `name` is for errors.
absl::StatusOr<std::unique_ptr<ByteSource>> ByteSourceOf(int descriptor, const std::string& name);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_BYTE_SOURCE_H_
