#include "runners/callgrind/call_table.h"

#include <algorithm>
#include <tuple>

namespace benchcell {

void CallTable::Compact() {
  std::sort(calls_.begin(), calls_.end(), [](const ProfileCall& a, const ProfileCall& b) {
    return std::tie(a.caller, a.callee) < std::tie(b.caller, b.callee);
  });
  size_t pairs = 0;
  for (const ProfileCall& call : calls_) {
    ProfileCall* const last = pairs == 0 ? nullptr : &calls_[pairs - 1];
    if (last != nullptr && last->caller == call.caller && last->callee == call.callee) {
      last->count += call.count;
    } else {
      calls_[pairs++] = call;
    }
  }
  calls_.resize(pairs);
  limit_ = std::max(kLeastLimit, 2 * pairs);
}

void CallTable::Clear() {
  calls_.clear();
  limit_ = kLeastLimit;
}

}  // namespace benchcell
