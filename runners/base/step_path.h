// The form of the paths in steps (cell.proto): relative, with `/`, staying in the directory.

#ifndef BENCHCELL_RUNNERS_BASE_STEP_PATH_H_
#define BENCHCELL_RUNNERS_BASE_STEP_PATH_H_

#include <string>

namespace benchcell {

// What is wrong with the path: `is empty`, `is absolute`, "holds `..`"; empty if nothing. Says
// nothing of links that may stand there.
std::string StepPathObjection(const std::string& path);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_STEP_PATH_H_
