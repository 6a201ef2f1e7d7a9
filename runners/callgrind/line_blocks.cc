#include "runners/callgrind/line_blocks.h"

#include <algorithm>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {

std::string_view LineBlock::Line(size_t line) const {
  const char* const begin = Begin(line);
  std::string_view text(begin, static_cast<size_t>(End(line) - begin));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

LineBlocks::LineBlocks(ByteSource& source, LineBuffers& buffers, size_t block_size)
    : source_(source), block_size_(block_size), blocks_(buffers) {}

absl::StatusOr<const LineBlock*> LineBlocks::Next() {
  if (ended_) return nullptr;
  LineBlock& block = blocks_[next_ % blocks_.size()];
  ++next_;
  if (absl::Status status = Fill(begun_, block); !status.ok()) {
    ended_ = true;
    return status;
  }
  begun_ = block.unended;
  if (!ended_) block.unended = {};
  return block.lines > 0 || !block.unended.empty() ? &block : nullptr;
}

absl::Status LineBlocks::Fill(std::string_view begun, LineBlock& block) {
  block.lines = 0;
  block.unended = {};
  size_t size = begun.size();
  block.bytes.resize(std::max(block.bytes.size(), size + block_size_ + kBlockPadding));
  if (size > 0) std::memcpy(block.bytes.data(), begun.data(), size);
  while (block.lines == 0 && !ended_) {
    if (size > kLongestLine) {
      return absl::InvalidArgumentError(absl::StrCat("found a line of more than ", kLongestLine,
                                                     " bytes, expected a Callgrind profile"));
    }
    block.bytes.resize(std::max(block.bytes.size(), size + block_size_ + kBlockPadding));
    ASSIGN_OR_RETURN(const size_t got, source_.Read(block.bytes.data() + size, block_size_));
    ended_ = got == 0;
    size += got;
    block.ends.resize(std::max(block.ends.size(), size + kSpareEnds));
    block.lines = FindLineEnds(block.bytes.data(), size, block.ends.data());
  }
  const size_t whole = block.lines == 0 ? 0 : block.ends[block.lines - 1] + 1;
  block.unended = std::string_view(block.bytes.data() + whole, size - whole);
  return absl::OkStatus();
}

}  // namespace benchcell
