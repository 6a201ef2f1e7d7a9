// What the functions of a part call, as far as it tells what they are.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_CALLEES_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_CALLEES_H_

#include <cstdint>
#include <vector>

#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {

class Callees {
 public:
  struct Kinds {
    // V8's builtins of any kind, handlers of bytecode, and helpers of baseline code.
    bool builtins = false;
    bool handlers = false;
    bool baseline = false;
    // How often Map's get and set, and functions without a receiver, are called.
    uint64_t map_get = 0;
    uint64_t map_set = 0;
    uint64_t plain_calls = 0;
  };

  Callees(const ProfilePart& part, const FrameTable& frames);

  // Only of functions that are in the part.
  const Kinds& Of(uint32_t frame) const { return kinds_[frame]; }
  // For a function without a name: whether V8 has made it. A builtin calls it or is called by it,
  // or other such code calls it.
  bool IsMadeByVm(uint32_t frame) const { return made_by_vm_[frame]; }
  // Vitest's tracker of export getters: for each call one get, one set and one call of a getter.
  bool IsExportTracker(uint32_t frame) const;

 private:
  void SpreadOverCalls(const ProfilePart& part, const FrameTable& frames);

  std::vector<Kinds> kinds_;
  std::vector<bool> made_by_vm_;
};

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_CALLEES_H_
