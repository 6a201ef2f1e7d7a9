// Finds names by their text: a hash table of numbers, without the names themselves.

#ifndef BENCHCELL_RUNNERS_COMPARE_NAME_INDEX_H_
#define BENCHCELL_RUNNERS_COMPARE_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace benchcell {

// Open addressing with linear probing. Each slot keeps the hash beside the number: what std's
// unordered_map costs is that looking and growing go through the memory of every name. Not
// thread-safe.
class NameIndex {
 public:
  // The number that `name` was added with, or absent. `name_of(number)` is the name of a number.
  template <typename NameOf>
  std::optional<uint32_t> Find(std::string_view name, const NameOf& name_of) const {
    if (slots_.empty()) return std::nullopt;
    const uint32_t hash = HashOf(name);
    for (size_t at = hash & (slots_.size() - 1); slots_[at].taken;
         at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && name_of(slot.number) == name) return slot.number;
    }
    return std::nullopt;
  }

  // For a name that isn't there.
  void Add(std::string_view name, uint32_t number);

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;
    bool taken = false;
  };

  static uint32_t HashOf(std::string_view name) {
    return static_cast<uint32_t>(std::hash<std::string_view>()(name));
  }
  void Put(const Slot& slot);

  // A power of two, at least twice as many as names.
  std::vector<Slot> slots_;
  size_t names_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_NAME_INDEX_H_
