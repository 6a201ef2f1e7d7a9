// Functions by number, each stored once.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_FRAME_TABLE_H_
#define BENCHCELL_RUNNERS_CALLGRIND_FRAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

// Object files and the functions in them. Memory is that of the distinct ones. Not thread-safe.
//
// Names are told apart by their object, their size and 64 bits of a hash over every byte: to look
// at the names themselves, which lie all over the memory, would take a quarter of the time for a
// profile. Of a hundred thousand names, two are taken for one with a probability of 3e-10.
class FrameTable {
 public:
  FrameTable();

  // Numbers count from 0.
  uint32_t Object(std::string_view name) { return Intern(kObjects, name); }
  uint32_t Frame(uint32_t object, std::string_view name) { return Intern(object, name); }

  uint32_t frames() const { return static_cast<uint32_t>(frames_.size()); }
  const std::string& function(uint32_t frame) const { return frames_[frame].name; }
  uint32_t object(uint32_t frame) const { return frames_[frame].object; }
  const std::string& object_name(uint32_t object) const { return objects_[object]; }

 private:
  // In place of the object of a function.
  static constexpr uint32_t kObjects = UINT32_MAX;
  static constexpr uint32_t kUnused = UINT32_MAX - 1;

  struct Function {
    std::string name;
    uint32_t object = 0;
  };
  struct Slot {
    uint64_t hash = 0;
    uint32_t number = 0;
    uint32_t object = kUnused;
  };

  uint32_t Intern(uint32_t object, std::string_view name);
  uint32_t Add(size_t slot, uint64_t hash, uint32_t object, std::string_view name);
  void Grow();

  // Never moved: names are handed out by reference.
  std::deque<std::string> objects_;
  std::deque<Function> frames_;
  // Open addressing; a power of two, at most half full.
  std::vector<Slot> slots_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_FRAME_TABLE_H_
