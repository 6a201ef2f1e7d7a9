// Recognises rows whose names have been read before, by their text as it stands in the file.
//
// Benchmark runners measure the same configurations in the same order again and again. So the row
// that came after this one the last time is expected after it now, and if the line begins with that
// row's text (up to its rate), nothing of that text needs to be taken apart again. After a row that
// is the last so far, the one with key 0 is expected.

#ifndef BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_
#define BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

namespace benchcell {

// Memory: one text for each key that was remembered, up to three times as long as its longest. Not
// thread-safe.
class RowMemory {
 public:
  // Length of the expected row's text if `line` begins with it.
  std::optional<size_t> Recognise(std::string_view line) const;

  // The row is the expected one: returns its key. Only after Recognise has found it.
  uint32_t Confirm();

  // The row is another one. Its key stands for its names; keys are small numbers.
  void Remember(uint32_t key, std::string_view text);

 private:
  struct Entry {
    std::string_view Text() const { return {text, size}; }

    char* text = nullptr;
    uint32_t size = 0;  // 0: never recognised
    uint32_t room = 0;
    uint32_t next = 0;
  };

  std::pmr::monotonic_buffer_resource texts_;
  std::vector<Entry> entries_;  // by key
  uint32_t last_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_
