#include "runners/callgrind/frame_table.h"

#include <cstring>
#include <utility>

namespace benchcell {
namespace {

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

constexpr uint64_t kOdd[] = {0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3};

// Of the size and of up to forty bytes: the ends and the middle. To look at all of a name would
// take as long as the rest of its line; names that differ elsewhere only share a place.
uint64_t Hash(uint32_t object, std::string_view name) {
  const char* const p = name.data();
  const size_t size = name.size();
  const uint64_t seed = (object + kOdd[2]) ^ size;
  if (size >= 16) {
    const char* const end = p + size;
    const uint64_t begin = Mix(Load(p) ^ kOdd[0], Load(p + 8) ^ seed);
    const uint64_t middle = Load(p + size / 2 - 4);
    return Mix(Load(end - 16) ^ kOdd[1] ^ begin, Load(end - 8) ^ middle);
  }
  uint64_t first = 0;
  uint64_t last = 0;
  if (size >= 8) {
    first = Load(p);
    last = Load(p + size - 8);
  } else {
    for (const char c : name) first = first << 8 | static_cast<unsigned char>(c);
  }
  return Mix(first ^ kOdd[0], last ^ seed);
}

}  // namespace

FrameTable::FrameTable() : slots_(size_t{1} << 10) {}

uint32_t FrameTable::Intern(uint32_t object, std::string_view name) {
  const uint64_t hash = Hash(object, name);
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.object == kUnused) return Add(at, hash, object, name);
    if (slot.hash != hash || slot.object != object) continue;
    if (slot.name == name) return slot.number;
  }
}

uint32_t FrameTable::Add(size_t slot, uint64_t hash, uint32_t object, std::string_view name) {
  uint32_t number = 0;
  std::string_view stored;
  if (object == kObjects) {
    number = static_cast<uint32_t>(objects_.size());
    stored = objects_.emplace_back(name);
  } else {
    number = static_cast<uint32_t>(frames_.size());
    stored = frames_.emplace_back(Function{std::string(name), object}).name;
  }
  slots_[slot] = {hash, stored, number, object};
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
