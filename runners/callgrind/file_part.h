// A stretch of a file, from one part of a profile to another.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_FILE_PART_H_
#define BENCHCELL_RUNNERS_CALLGRIND_FILE_PART_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// The bytes of an open file from `begin` up to `end`. Several threads may read the same descriptor,
// each with an object of its own.
class FilePart : public ByteSource {
 public:
  FilePart(int descriptor, std::string name, uint64_t begin, uint64_t end);

  absl::StatusOr<size_t> Read(char* buffer, size_t size) override;

 private:
  const int descriptor_;
  const std::string name_;
  uint64_t at_;
  const uint64_t end_;
};

// Where the first line `part: NUMBER` behind an empty line starts, from `begin` on and before
// `end`. Whether it is one of the format, or of a benchmark's name, can't be seen from there.
absl::StatusOr<std::optional<uint64_t>> FindPart(int descriptor, const std::string& name,
                                                 uint64_t begin, uint64_t end);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_FILE_PART_H_
