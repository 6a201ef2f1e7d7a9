// A source as blocks of lines. Memory is two blocks, whatever the size of the source.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_
#define BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// Bytes behind the last of a block that may be read, whatever they are.
inline constexpr size_t kBlockPadding = 64;
// Small enough to stay in a processor's own cache while its lines are read.
inline constexpr size_t kBlockSize = size_t{1} << 17;
// Of a line: no name is nearly as long.
inline constexpr size_t kLongestLine = size_t{1} << 20;
// Room that FindLineEnds needs behind the last place.
inline constexpr size_t kSpareEnds = 4;

struct LineBlock {
  std::vector<char> bytes;
  // Where each line's `\n` stands; a line starts behind the one before.
  std::vector<uint32_t> ends;
  size_t lines = 0;
  // Bytes behind the last line end. Only the last block of a source has any.
  std::string_view unended;

  const char* Begin(size_t line) const {
    return bytes.data() + (line == 0 ? 0 : ends[line - 1] + 1);
  }
  const char* End(size_t line) const { return bytes.data() + ends[line]; }
  // Without the line end, be it `\n` or `\r\n`.
  std::string_view Line(size_t line) const;
};

// What LineBlocks work in, one after the other: to make it anew for each would take longer than to
// read a megabyte.
using LineBuffers = std::array<LineBlock, 2>;

// Not thread-safe.
class LineBlocks {
 public:
  // The source and the buffers outlive this. `block_size` is that of a read.
  LineBlocks(ByteSource& source, LineBuffers& buffers, size_t block_size = kBlockSize);

  // The next block, valid until the next call; null at the end. Errors are the source's;
  // INVALID_ARGUMENT for a line above kLongestLine.
  absl::StatusOr<const LineBlock*> Next();

 private:
  // `begun` is what is left of the line that the block before has begun.
  absl::Status Fill(std::string_view begun, LineBlock& block);

  ByteSource& source_;
  const size_t block_size_;
  bool ended_ = false;
  // Of the line that the last block has begun; it lies in that block.
  std::string_view begun_;
  size_t next_ = 0;
  LineBuffers& blocks_;
};

// Writes the places of all `\n` of `bytes` to `places`, which has room for kSpareEnds more than
// there are bytes; returns how many. kBlockPadding bytes behind the last are readable.
size_t FindLineEnds(const char* bytes, size_t size, uint32_t* places);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_
