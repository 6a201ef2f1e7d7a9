// What the functions of a part of a profile are: names, places and kinds.
//
// Which code a function is made of shows in its name and in what it calls:
//  - `Builtins_...Handler`, and copies of the interpreter's entry trampoline (a piece of the perf
//  map
//    of that trampoline's size, or code that calls handlers): INTERPRETER.
//  - Code that calls a builtin with Baseline in its name, as the code of V8's baseline compiler
//  does
//    on entry, and those builtins: BASELINE.
//  - Other compiled code of a script: OPTIMISED. V8's marks for tiers (~ ^ + *), where a map has
//    them, go before all of this.
//  - Other builtins, the virtual machine's C++ and libraries: RUNTIME.
//  - Whatever lies in the folder of Vitest, Vite, tinybench or CodSpeed under node_modules, or in
//    benchcell's provider (places.h): HARNESS.
//
// Callgrind itself does not know compiled code: it reads no perf map, so that a script's function
// is `0x...` with `ob=???` in every profile. Without a map, one function is still known: Vitest's
// tracker of export getters, by its calls of Map's get and set, once each for every call of a
// getter.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAME_NAMES_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAME_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "runners/callgrind/perf_map.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {

struct NamedFrame {
  // Valid UTF-8. `(anonymous)` for a script's function that has none; addresses without a name are
  // `compiled code without a name`, or, outside of what V8 compiles, `code without a name`.
  std::string function;
  // `src/read.ts:127:23`, `vitest/dist/chunks/init.js:1:2`, or the name of the object file.
  std::string location;
  v1::FrameKind kind = v1::RUNTIME;
  // A function of a script, compiled or interpreted: whoever calls runtime code from here on does
  // it for this function.
  bool script = false;
};

// The part's functions, in the order of `frames`: all that it has costs or calls for, others are
// left empty. `map` may be null. `root` is the folder that locations are told from, with a `/` at
// its end; empty: none.
std::vector<NamedFrame> NameFrames(const ProfilePart& part, const FrameTable& frames,
                                   const PerfMap* map, const std::string& root);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAME_NAMES_H_
