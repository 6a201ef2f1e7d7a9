// Labels of inputs that are the user's own files and folders, not pins of Bazel's.

#ifndef BENCHCELL_RUNNERS_DESIGN_LOCAL_LABEL_H_
#define BENCHCELL_RUNNERS_DESIGN_LOCAL_LABEL_H_

#include <string_view>

namespace benchcell {

// The folder that the flag of the same name gives. No Bazel label starts with a dash.
inline constexpr std::string_view kSourceLabel = "--source";

// Whether a label is a path: `./tool`, `../data`, `.`, `..`, or absolute, `/opt/tool`. Bazel's
// labels start with `//` or `@`.
inline bool IsPathLabel(std::string_view label) {
  return label == "." || label == ".." || label.starts_with("./") || label.starts_with("../") ||
         (label.starts_with("/") && !label.starts_with("//"));
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_LOCAL_LABEL_H_
