// How often functions called each other, for one part of a profile.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_CALL_TABLE_H_
#define BENCHCELL_RUNNERS_CALLGRIND_CALL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchcell {

struct ProfileCall {
  uint32_t caller = 0;
  uint32_t callee = 0;
  uint64_t count = 0;
};

// Calls are only put behind each other, and those of one pair are put together when there are many:
// to look for the pair each time would take longer than to read its line. Memory is a few times
// that of the distinct pairs in the part that has most. Not thread-safe.
class CallTable {
 public:
  void Add(uint32_t caller, uint32_t callee, uint64_t count) {
    if (calls_.size() == limit_) Compact();
    calls_.push_back({caller, callee, count});
  }

  // A pair may be there several times.
  const std::vector<ProfileCall>& calls() const { return calls_; }

  void Clear();

 private:
  static constexpr size_t kLeastLimit = size_t{1} << 14;

  void Compact();

  std::vector<ProfileCall> calls_;
  size_t limit_ = kLeastLimit;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_CALL_TABLE_H_
