// A data frame of texts as R 4.2's print() shows it in a UTF-8 locale.

#ifndef BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_
#define BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runners/compare/text_column.h"

namespace benchcell {

// Adds a text as R prints it without quotes around it: `\\` for a backslash, `\n`, `\033`, `\u0085`
// for what is not printable, `\xff` for what is not UTF-8. Which code points are assigned at all is
// not known here: those that aren't are printed as they are, where R prints their numbers.
void AddREscaped(std::string_view text, TextColumn& column);

// How many rows of a frame are printed: no more than fill 99,999 cells, R's option max.print.
size_t PrintedRows(size_t rows, size_t columns);

// Some of the lines of a frame: the names of the rows, then the columns. The first line of all has
// the headings.
using RFramePart = std::vector<TextColumn>;

// Row names to the left, cells to the right, columns that fit into `width` side by side and the
// others below. `rows` is the number of rows of the frame; the parts have those that are printed.
std::string PrintRFrame(std::vector<RFramePart> parts, size_t rows, size_t width);

// As R's sprintf("%.2f"): `NaN`, `Inf` and `-Inf` for what is no number.
void AppendRTwoDecimals(double value, std::string& text);
std::string RTwoDecimals(double value);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_R_PRINT_H_
