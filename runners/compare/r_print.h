// A data frame of texts as R 4.2's print() shows it in a UTF-8 locale.

#ifndef BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_
#define BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

struct RText {
  std::string text;
  size_t width = 0;  // in columns of a terminal
};

// As R prints a text without quotes around it: `\\` for a backslash, `\n`, `\033`, `\u0085` for
// what is not printable, `\xff` for what is not UTF-8. Which code points are assigned at all is not
// known here: those that aren't are printed as they are, where R prints their numbers.
RText REscape(std::string_view text);

struct RColumn {
  std::string name;
  std::vector<std::string> cells;
};

// Row names to the left, cells to the right, columns that fit into `width` side by side and the
// others below. Of a frame with more than 99,999 cells only as many rows as those fill are printed.
// All columns have a cell for every row name.
std::string PrintRFrame(const std::vector<std::string_view>& row_names,
                        const std::vector<RColumn>& columns, size_t width);

// As R's sprintf("%.2f"): `NaN`, `Inf` and `-Inf` for what is no number.
std::string RTwoDecimals(double value);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_
