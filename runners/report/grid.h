// A table in Markdown that also reads well in a terminal.

#ifndef BENCHCELL_RUNNERS_REPORT_GRID_H_
#define BENCHCELL_RUNNERS_REPORT_GRID_H_

#include <cstddef>
#include <string>
#include <vector>

namespace benchcell {

// Of a number or an amount that isn't there.
inline constexpr char kNothing[] = "–";

struct GridColumn {
  std::string head;
  // To the right.
  bool numeric = true;
  // In Markdown, one for each row.
  std::vector<std::string> cells;
};

// Lines of equal width, head and rule first. Every column has `rows` cells.
std::string DrawGrid(const std::vector<GridColumn>& columns, size_t rows);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_GRID_H_
