// The version of benchcell.

#ifndef BENCHCELL_RUNNERS_BASE_VERSION_H_
#define BENCHCELL_RUNNERS_BASE_VERSION_H_

#include <string_view>

namespace benchcell {

// Goes into every stored run. Changes with every release.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_VERSION_H_
