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

// Memory is that of the pairs in the part that has most. Not thread-safe.
class CallTable {
 public:
  CallTable();

  void Add(uint32_t caller, uint32_t callee, uint64_t count) {
    const uint64_t key = uint64_t{caller} << 32 | callee;
    const size_t mask = slots_.size() - 1;
    for (size_t at = Place(key) & mask;; at = (at + 1) & mask) {
      const uint32_t slot = slots_[at];
      if (slot == kUnused) return Insert(at, caller, callee, count);
      ProfileCall& call = calls_[slot];
      if (call.caller != caller || call.callee != callee) continue;
      call.count += count;
      return;
    }
  }

  // In the order in which they came first.
  const std::vector<ProfileCall>& calls() const { return calls_; }

  void Clear();

 private:
  static constexpr uint32_t kUnused = UINT32_MAX;

  static size_t Place(uint64_t key) {
    return static_cast<size_t>((key * 0x9e3779b97f4a7c15) >> 32);
  }
  void Insert(size_t at, uint32_t caller, uint32_t callee, uint64_t count);
  void Index();

  std::vector<ProfileCall> calls_;
  // Places in calls_; a power of two, at most half full.
  std::vector<uint32_t> slots_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_CALL_TABLE_H_
