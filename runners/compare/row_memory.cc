#include "runners/compare/row_memory.h"

namespace benchcell {

std::optional<size_t> RowMemory::Recognise(std::string_view line) const {
  if (entries_.empty()) return std::nullopt;
  const std::string& expected = entries_[entries_[last_].next].text;
  if (expected.empty() || line.substr(0, expected.size()) != expected) return std::nullopt;
  return expected.size();
}

uint32_t RowMemory::Confirm() {
  last_ = entries_[last_].next;
  // By the time that the next line is looked at, the text expected there is at hand.
  __builtin_prefetch(entries_[entries_[last_].next].text.data());
  return last_;
}

void RowMemory::Remember(uint32_t key, std::string_view text) {
  if (key >= entries_.size()) entries_.resize(key + 1);
  entries_[key].text = text;
  entries_[last_].next = key;
  last_ = key;
}

}  // namespace benchcell
