// A file as blocks of lines, read ahead.
//
// A thread of its own reads and finds the line ends of the next block while the caller looks at the
// last: half of the time for a profile is the kernel's copying. Memory is three blocks, whatever
// the size of the file.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_
#define BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// Bytes behind the last of a block that may be read, whatever they are.
inline constexpr size_t kBlockPadding = 64;
inline constexpr size_t kBlockSize = size_t{1} << 18;
// Of a line: no name is nearly as long.
inline constexpr size_t kLongestLine = size_t{1} << 20;

// Room that FindLineEnds needs behind the last place.
inline constexpr size_t kSpareEnds = 4;

struct LineBlock {
  std::vector<char> bytes;
  // Where each line's `\n` stands; a line starts behind the one before.
  std::vector<uint32_t> ends;
  size_t lines = 0;
  // Bytes behind the last line end. Only the last block of a file has any.
  std::string_view unended;

  const char* Begin(size_t line) const {
    return bytes.data() + (line == 0 ? 0 : ends[line - 1] + 1);
  }
  const char* End(size_t line) const { return bytes.data() + ends[line]; }
  // Without the line end, be it `\n` or `\r\n`.
  std::string_view Line(size_t line) const;
};

// Not thread-safe but for the thread inside.
class LineBlocks {
 public:
  // The source outlives this. `block_size` is that of a read.
  explicit LineBlocks(ByteSource& source, size_t block_size = kBlockSize);
  ~LineBlocks();

  // The next block, valid until the next call; null at the end. Errors are the source's;
  // INVALID_ARGUMENT for a line above kLongestLine.
  absl::StatusOr<const LineBlock*> Next();

 private:
  void Run();
  // What is left of the line that the last block has begun.
  absl::Status Fill(std::string_view begun, LineBlock& block);

  ByteSource& source_;
  const size_t block_size_;
  bool ended_ = false;  // the thread's

  std::mutex mutex_;
  std::condition_variable changed_;
  // Under the mutex: blocks that were filled and that were given back, counted from the start.
  uint64_t filled_ = 0;
  uint64_t returned_ = 0;
  bool stop_ = false;
  bool finished_ = false;
  absl::Status status_;

  std::array<LineBlock, 3> blocks_;
  bool handed_out_ = false;
  std::thread thread_;
};

// Writes the places of all `\n` of `bytes` to `places`, which has room for kSpareEnds more than
// there are bytes; returns how many. kBlockPadding bytes behind the last are readable.
size_t FindLineEnds(const char* bytes, size_t size, uint32_t* places);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_LINE_BLOCKS_H_
