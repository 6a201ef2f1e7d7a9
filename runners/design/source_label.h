// The label of an input that is a folder of the user's, not a pin.

#ifndef BENCHCELL_RUNNERS_DESIGN_SOURCE_LABEL_H_
#define BENCHCELL_RUNNERS_DESIGN_SOURCE_LABEL_H_

#include <string_view>

namespace benchcell {

// Spelled like the flag that names the folder. No Bazel label starts with a dash.
inline constexpr std::string_view kSourceLabel = "--source";

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_SOURCE_LABEL_H_
