// Values in the order in which they came.
//
// A table has tens of thousands of short lists that all grow in turns: in blocks from one arena
// they neither move as they grow nor are freed one by one.

#ifndef BENCHCELL_RUNNERS_COMPARE_SAMPLE_LIST_H_
#define BENCHCELL_RUNNERS_COMPARE_SAMPLE_LIST_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <vector>

namespace benchcell {

// Not thread-safe. Copies share their blocks.
class SampleList {
 public:
  // `arena` outlives the list and is the same every time.
  void Add(double value, std::pmr::memory_resource& arena) {
    const size_t place = size_ % kInBlock;
    if (place == 0) AddBlock(arena);
    last_->values[place] = value;
    ++size_;
  }

  size_t size() const { return size_; }

  // Has the latest values brought to the processor.
  void FetchAhead() const { __builtin_prefetch(last_); }

  // Replaces what is in `values`.
  void CopyTo(std::vector<double>& values) const {
    values.clear();
    if (size_ == 0) return;
    values.reserve(size_);
    const Block* block = last_;
    while (values.size() < size_) {
      block = block->next;
      const size_t count = std::min(kInBlock, size_ - values.size());
      values.insert(values.end(), block->values.begin(), block->values.begin() + count);
    }
  }

 private:
  // With the link to the next, a line of the cache.
  static constexpr size_t kInBlock = 7;
  struct Block {
    std::array<double, kInBlock> values;
    Block* next;
  };

  void AddBlock(std::pmr::memory_resource& arena) {
    Block* const block = new (arena.allocate(sizeof(Block), alignof(Block))) Block;
    block->next = last_ == nullptr ? block : last_->next;
    if (last_ != nullptr) last_->next = block;
    last_ = block;
  }

  size_t size_ = 0;
  // Its `next` is the first.
  Block* last_ = nullptr;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_SAMPLE_LIST_H_
