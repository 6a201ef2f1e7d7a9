#include "runners/callgrind/call_table.h"

namespace benchcell {

CallTable::CallTable() : slots_(size_t{1} << 10, kUnused) {}

void CallTable::Insert(size_t at, uint32_t caller, uint32_t callee, uint64_t count) {
  slots_[at] = static_cast<uint32_t>(calls_.size());
  calls_.push_back({caller, callee, count});
  if (2 * calls_.size() > slots_.size()) {
    slots_.assign(2 * slots_.size(), kUnused);
    Index();
  }
}

void CallTable::Index() {
  const size_t mask = slots_.size() - 1;
  for (size_t i = 0; i < calls_.size(); ++i) {
    size_t at = Place(uint64_t{calls_[i].caller} << 32 | calls_[i].callee) & mask;
    while (slots_[at] != kUnused) at = (at + 1) & mask;
    slots_[at] = static_cast<uint32_t>(i);
  }
}

void CallTable::Clear() {
  calls_.clear();
  slots_.assign(slots_.size(), kUnused);
}

}  // namespace benchcell
