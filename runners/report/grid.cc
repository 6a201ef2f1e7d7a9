#include "runners/report/grid.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

std::string Padding(const std::string& text, size_t width) {
  return std::string(width - std::min(width, DisplayWidth(text)), ' ');
}

std::string Line(const std::vector<GridColumn>& columns, const std::vector<size_t>& widths,
                 const std::vector<std::string>& cells) {
  std::string line = "|";
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string padding = Padding(cells[i], widths[i]);
    absl::StrAppend(&line, " ", columns[i].numeric ? padding : "", cells[i],
                    columns[i].numeric ? "" : padding, " |");
  }
  return line + "\n";
}

}  // namespace

std::string DrawGrid(const std::vector<GridColumn>& columns, size_t rows) {
  std::vector<size_t> widths;
  std::vector<std::string> heads, rules;
  for (const GridColumn& column : columns) {
    size_t width = std::max<size_t>(3, DisplayWidth(column.head));
    for (const std::string& cell : column.cells) width = std::max(width, DisplayWidth(cell));
    widths.push_back(width);
    heads.push_back(column.head);
    rules.push_back(std::string(width - 1, '-') + (column.numeric ? ":" : "-"));
  }
  std::string text = Line(columns, widths, heads) + Line(columns, widths, rules);
  for (size_t row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    for (const GridColumn& column : columns) cells.push_back(column.cells[row]);
    text += Line(columns, widths, cells);
  }
  return text;
}

}  // namespace benchcell
