// Steps as text for people, for tests that hold a whole plan against a file.

#ifndef BENCHCELL_PLUGINS_VITEST_PLAN_TEXT_H_
#define BENCHCELL_PLUGINS_VITEST_PLAN_TEXT_H_

#include <string>

#include "benchcell/v1/cell.pb.h"

namespace benchcell::vitest {

// One line for each step, with the content of files below it, indented by `| `.
std::string PlanText(const v1::BuildPlan& plan);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_PLAN_TEXT_H_
