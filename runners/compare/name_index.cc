#include "runners/compare/name_index.h"

#include <algorithm>
#include <utility>

namespace benchcell {

void NameIndex::Put(const Slot& slot) {
  size_t at = slot.hash & (slots_.size() - 1);
  while (slots_[at].taken) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
}

void NameIndex::Add(std::string_view name, uint32_t number) {
  ++names_;
  if (2 * names_ > slots_.size()) {
    const std::vector<Slot> before =
        std::exchange(slots_, std::vector<Slot>(std::max<size_t>(16, 2 * slots_.size())));
    for (const Slot& slot : before) {
      if (slot.taken) Put(slot);
    }
  }
  Put({HashOf(name), number, true});
}

}  // namespace benchcell
