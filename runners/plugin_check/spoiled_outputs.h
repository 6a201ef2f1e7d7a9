// Raw outputs as no run should leave them, made of those that a good one left.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_SPOILED_OUTPUTS_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_SPOILED_OUTPUTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

// One way to spoil a file. Pure, and the same every time.
struct Spoiling {
  // What the file then is: `cut in half`.
  std::string name;
  std::string (*spoil)(std::string_view content);
  // What was measured is not in it any more, or not all: the plugin may call the run OK only if it
  // reads the same samples from it.
  bool loses = false;
};

// Empty, cut, random bytes, text that is no UTF-8, brackets without end, numbers beyond all bounds,
// NaN, one line of many megabytes, and others.
const std::vector<Spoiling>& Spoilings();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_SPOILED_OUTPUTS_H_
