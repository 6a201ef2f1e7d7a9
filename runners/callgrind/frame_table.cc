#include "runners/callgrind/frame_table.h"

#include <cstring>
#include <utility>

namespace benchcell {
namespace {

constexpr uint64_t kOdd[] = {0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3,
                             0x589965cc75374cc3};

uint64_t Load(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

// The halves of the 128-bit product: every bit of the result depends on every bit of both.
uint64_t Mix(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Of every byte, in steps of 32 on two ways that don't wait for each other; the last step takes the
// last bytes, which overlap with the one before.
uint64_t Hash(uint32_t object, std::string_view name) {
  const char* p = name.data();
  const size_t size = name.size();
  uint64_t one = (object + kOdd[2]) ^ size;
  uint64_t two = kOdd[3];
  if (size > 16) {
    const char* const last = p + size - 16;
    for (; last - p > 16; p += 32) {
      one = Mix(Load(p) ^ kOdd[0], Load(p + 8) ^ one);
      two = Mix(Load(p + 16) ^ kOdd[1], Load(p + 24) ^ two);
    }
    const char* const first = p < last ? p : last;
    one = Mix(Load(first) ^ kOdd[0], Load(first + 8) ^ one);
    two = Mix(Load(last) ^ kOdd[1], Load(last + 8) ^ two);
  } else if (size >= 8) {
    one = Mix(Load(p) ^ kOdd[0], Load(p + size - 8) ^ one);
  } else {
    uint64_t bytes = 0;
    for (const char c : name) bytes = bytes << 8 | static_cast<unsigned char>(c);
    one = Mix(bytes ^ kOdd[0], one);
  }
  return Mix(one ^ kOdd[2], two);
}

}  // namespace

FrameTable::FrameTable() : slots_(size_t{1} << 10) {}

uint32_t FrameTable::Intern(uint32_t object, std::string_view name) {
  const uint64_t hash = Hash(object, name);
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.object == kUnused) return Add(at, hash, object, name);
    if (slot.hash == hash && slot.object == object) return slot.number;
  }
}

uint32_t FrameTable::Add(size_t slot, uint64_t hash, uint32_t object, std::string_view name) {
  uint32_t number = 0;
  if (object == kObjects) {
    number = static_cast<uint32_t>(objects_.size());
    objects_.emplace_back(name);
  } else {
    number = static_cast<uint32_t>(frames_.size());
    frames_.push_back({std::string(name), object});
  }
  slots_[slot] = {hash, number, object};
  if (2 * (objects_.size() + frames_.size()) > slots_.size()) Grow();
  return number;
}

void FrameTable::Grow() {
  std::vector<Slot> old(2 * slots_.size());
  std::swap(old, slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.object == kUnused) continue;
    size_t at = slot.hash & mask;
    while (slots_[at].object != kUnused) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace benchcell
