// Recognises rows whose names have been read before, by their text as it stands in the file.
//
// Benchmark runners measure the same configurations in the same order again and again. So the row
// that came after this one the last time is expected after it now, and if the line begins with that
// row's text (up to its rate), nothing of that text needs to be taken apart again. After a row that
// is the last so far, the one with key 0 is expected.
//
// A second binary is measured in the order of the first: where the binary stands in front, a row
// that was never there is recognised too, as the one expected for the first binary, with the binary
// of the row before.

#ifndef BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_
#define BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

struct RecognisedRow {
  uint32_t key = 0;
  // If there is one, the row was never there: `key` has its names but for the binary, which is that
  // of this key.
  std::optional<uint32_t> binary_of;
  // Length of the text up to the rate.
  size_t length = 0;

  bool operator==(const RecognisedRow&) const = default;
};

// Memory: a text for each key that was remembered, up to three times as long as its longest; rows
// that differ in the binary alone share theirs. Not thread-safe.
class RowMemory {
 public:
  // The row expected, if `line` begins with its text.
  std::optional<RecognisedRow> Recognise(std::string_view line) const;

  // The row is the one recognised, whose key is its own.
  void Confirm(const RecognisedRow& row);
  // The row is the one recognised, which has the key of another: now it has its own.
  void Adopt(const RecognisedRow& row, uint32_t key);

  // The row is another one. Its key stands for its names; keys are small numbers. `like` is a key
  // of the same names but for the binary, or the same. `text` begins with that of the binary, of
  // `binary_length` bytes: 0 if the binary doesn't stand in front.
  void Remember(uint32_t key, uint32_t like, std::string_view text, size_t binary_length);

 private:
  struct Entry {
    // Behind the binary.
    char* text = nullptr;
    uint32_t size = 0;  // 0: never recognised
    uint32_t room = 0;
    uint32_t next = 0;
    uint32_t like = 0;
    // Of the text that counts: its own, or one that it shares.
    uint32_t owner = 0;
    uint32_t binary = 0;  // index of binaries_
  };

  // Length of the text of entry `key` with a binary, if the line begins with it; otherwise 0.
  size_t Match(std::string_view line, uint32_t binary, uint32_t key) const;
  std::optional<uint32_t> BinaryIndex(std::string_view binary);
  void GoTo(uint32_t key);

  std::pmr::monotonic_buffer_resource texts_;
  std::vector<Entry> entries_;  // by key
  // Texts of binaries as they stand in the file; the first is that of files without one in front.
  std::vector<std::string> binaries_ = {""};
  uint32_t last_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_ROW_MEMORY_H_
