// A comparison as a table in Markdown that reads well in a terminal.

#ifndef BENCHCELL_RUNNERS_COMPARE_MARKDOWN_H_
#define BENCHCELL_RUNNERS_COMPARE_MARKDOWN_H_

#include <cstddef>
#include <string>

#include "runners/compare/comparison.h"

namespace benchcell {

// The table, and below it how to read it. A column that would be the same in every row (binary,
// machine, note) is left out. The text is the same for any number of threads.
std::string RenderComparison(const Comparison& comparison, size_t threads = 1);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_MARKDOWN_H_
