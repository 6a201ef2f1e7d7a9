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
  // Whether a builtin calls it: then it is code that V8 has made.
  bool IsCalledByVm(uint32_t frame) const { return called_by_vm_[frame]; }
  // Vitest's tracker of export getters: for each call one get, one set and one call of a getter.
  bool IsExportTracker(uint32_t frame) const;

 private:
  std::vector<Kinds> kinds_;
  std::vector<bool> called_by_vm_;
};

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_CALLEES_H_
