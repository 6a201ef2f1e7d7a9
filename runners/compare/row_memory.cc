#include "runners/compare/row_memory.h"

#include <algorithm>

namespace benchcell {

std::optional<size_t> RowMemory::Recognise(std::string_view line) const {
  if (entries_.empty()) return std::nullopt;
  const std::string_view expected = entries_[entries_[last_].next].Text();
  if (expected.empty() || line.substr(0, expected.size()) != expected) return std::nullopt;
  return expected.size();
}

uint32_t RowMemory::Confirm() {
  last_ = entries_[last_].next;
  // By the time that the next line is looked at, the text expected there is at hand.
  __builtin_prefetch(entries_[entries_[last_].next].text);
  return last_;
}

void RowMemory::Remember(uint32_t key, std::string_view text) {
  if (key >= entries_.size()) entries_.resize(key + 1);
  Entry& entry = entries_[key];
  if (text.size() > entry.room) {
    // The room before is not given back.
    entry.room = static_cast<uint32_t>(std::max<size_t>(text.size(), 2 * entry.room));
    entry.text = static_cast<char*>(texts_.allocate(entry.room, 1));
  }
  entry.size = static_cast<uint32_t>(text.copy(entry.text, text.size()));
  entries_[last_].next = key;
  last_ = key;
}

}  // namespace benchcell
