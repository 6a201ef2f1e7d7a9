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

LineBlocks::LineBlocks(ByteSource& source, size_t block_size)
    : source_(source), block_size_(block_size), thread_([this] { Run(); }) {}

LineBlocks::~LineBlocks() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

absl::StatusOr<const LineBlock*> LineBlocks::Next() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (handed_out_) {
    ++returned_;
    handed_out_ = false;
    changed_.notify_all();
  }
  changed_.wait(lock, [this] { return filled_ > returned_ || finished_; });
  if (filled_ > returned_) {
    handed_out_ = true;
    return &blocks_[returned_ % blocks_.size()];
  }
  RETURN_IF_ERROR(status_);
  return nullptr;
}

void LineBlocks::Run() {
  std::string_view begun;
  while (true) {
    LineBlock* block = nullptr;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || filled_ - returned_ < blocks_.size(); });
      if (stop_) return;
      block = &blocks_[filled_ % blocks_.size()];
    }
    const absl::Status status = Fill(begun, *block);
    begun = block->unended;
    if (!ended_) block->unended = {};
    const std::lock_guard<std::mutex> lock(mutex_);
    if (status.ok() && (block->lines > 0 || !block->unended.empty())) ++filled_;
    status_ = status;
    finished_ = ended_ || !status.ok();
    changed_.notify_all();
    if (finished_) return;
  }
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
