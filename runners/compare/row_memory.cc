#include "runners/compare/row_memory.h"

#include <algorithm>

namespace benchcell {
namespace {

// A file in which every row spells its binary in another way is none to remember.
constexpr size_t kMostBinaries = 64;

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

size_t RowMemory::Match(std::string_view line, uint32_t binary, uint32_t key) const {
  const Entry& owner = entries_[entries_[key].owner];
  const std::string& front = binaries_[binary];
  if (owner.size == 0 || !StartsWith(line, front)) return 0;
  if (!StartsWith(line.substr(front.size()), {owner.text, owner.size})) return 0;
  return front.size() + owner.size;
}

std::optional<RecognisedRow> RowMemory::Recognise(std::string_view line) const {
  if (entries_.empty()) return std::nullopt;
  const Entry& last = entries_[last_];
  const size_t length = Match(line, entries_[last.next].binary, last.next);
  if (length > 0) return RecognisedRow{last.next, std::nullopt, length};
  if (last.binary == 0) return std::nullopt;
  const uint32_t like = entries_[last.like].next;
  const size_t like_length = Match(line, last.binary, like);
  if (like_length > 0) return RecognisedRow{like, last_, like_length};
  return std::nullopt;
}

void RowMemory::GoTo(uint32_t key) {
  last_ = key;
  // By the time that the next line is looked at, the text expected there is at hand.
  __builtin_prefetch(entries_[entries_[entries_[key].next].owner].text);
}

void RowMemory::Confirm(const RecognisedRow& row) { GoTo(row.key); }

void RowMemory::Adopt(const RecognisedRow& row, uint32_t key) {
  if (key >= entries_.size()) entries_.resize(key + 1);
  Entry& entry = entries_[key];
  entry.like = row.key;
  entry.owner = entries_[row.key].owner;
  entry.binary = entries_[last_].binary;
  entries_[last_].next = key;
  GoTo(key);
}

std::optional<uint32_t> RowMemory::BinaryIndex(std::string_view binary) {
  const auto known = std::find(binaries_.begin(), binaries_.end(), binary);
  if (known != binaries_.end()) return static_cast<uint32_t>(known - binaries_.begin());
  if (binaries_.size() == kMostBinaries) return std::nullopt;
  binaries_.emplace_back(binary);
  return static_cast<uint32_t>(binaries_.size() - 1);
}

void RowMemory::Remember(uint32_t key, uint32_t like, std::string_view text, size_t binary_length) {
  if (std::max(key, like) >= entries_.size()) entries_.resize(std::max(key, like) + 1);
  const std::optional<uint32_t> binary = BinaryIndex(text.substr(0, binary_length));
  text = binary.has_value() ? text.substr(binary_length) : std::string_view();
  Entry& entry = entries_[key];
  if (text.size() > entry.room) {
    // The room before is not given back.
    entry.room = static_cast<uint32_t>(std::max<size_t>(text.size(), 2 * entry.room));
    entry.text = static_cast<char*>(texts_.allocate(entry.room, 1));
  }
  // Those who share it have the same names behind their binaries, so the new text is theirs too.
  entry.size = static_cast<uint32_t>(text.copy(entry.text, text.size()));
  entry.like = like;
  entry.owner = key;
  entry.binary = binary.value_or(0);
  entries_[last_].next = key;
  GoTo(key);
}

}  // namespace benchcell
