#include "runners/report/html/data_table.h"

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runners/report/captions.h"
#include "runners/report/cause_text.h"
#include "runners/report/columns.h"
#include "runners/report/grid.h"
#include "runners/report/html/markup.h"
#include "runners/report/notes.h"

namespace benchcell::html {
namespace {

// Stands for the references to a row's notes until the rest of its cell is HTML. No text that
// people or programs wrote has it: control characters are taken out of that.
constexpr char kMark[] = "\x01";

// A table that can be scrolled, by keyboard too; its first `headers` columns name the rows. `marks`
// replace kMark, one for each row.
std::string Grid(const std::vector<GridColumn>& columns, size_t rows, size_t headers,
                 const std::string& id, const std::string& caption,
                 const std::vector<std::string>& marks) {
  std::string html =
      absl::StrCat("<div class=scroll tabindex=0 role=region aria-labelledby=", id,
                   "><table><caption id=", id, ">", caption, "</caption><thead><tr>");
  const auto style = [](const GridColumn& column) { return column.numeric ? " class=num" : ""; };
  for (const GridColumn& column : columns) {
    absl::StrAppend(&html, "<th scope=col", style(column), ">", Inline(column.head), "</th>");
  }
  html += "</tr></thead><tbody>";
  for (size_t row = 0; row < rows; ++row) {
    html += "\n<tr>";
    for (size_t i = 0; i < columns.size(); ++i) {
      std::string cell = Inline(columns[i].cells[row]);
      if (!marks.empty()) absl::StrReplaceAll({{kMark, marks[row]}}, &cell);
      absl::StrAppend(&html, i < headers ? "<th scope=row" : "<td", style(columns[i]), ">", cell,
                      i < headers ? "</th>" : "</td>");
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string Notes(const std::vector<Note>& notes) {
  if (notes.empty()) return "";
  std::string html = "<ol class=notes>";
  for (size_t i = 0; i < notes.size(); ++i) {
    absl::StrAppend(&html, "<li id=note", i + 1, "><p>", Inline(notes[i].sentence), "</p>");
    if (!notes[i].output.empty()) {
      absl::StrAppend(&html, "<pre tabindex=0>", Lines(absl::StrJoin(notes[i].output, "\n")),
                      "</pre>");
    }
  }
  return html + "</ol>";
}

}  // namespace

std::string DataTable(const Table& table) {
  const NumberedNotes notes = NumberNotes(table);
  std::vector<std::string> links(table.rows.size());
  for (size_t row = 0; row < table.rows.size(); ++row) {
    for (const size_t note : notes.of_row[row]) {
      absl::StrAppend(&links[row], " <a href=\"#note", note + 1, "\">[", note + 1, "]</a>");
    }
  }
  const std::vector<std::string> marks(table.rows.size(), kMark);
  const size_t names =
      table.axes.size() + (table.has_benchmarks ? 1 : 0) + (table.several_machines ? 1 : 0);
  return Grid(MakeColumns(table, true, marks), table.rows.size(), names, "heading",
              Inline(Heading(table)), links) +
         Notes(notes.notes);
}

std::string CauseSection(const Table& table) {
  if (!table.has_causes) return "";
  std::string html = "<section id=causes><h2>Why it changed</h2>";
  size_t number = 0;
  for (const CauseTable& cause : CauseTables(table)) {
    if (!cause.remark.empty()) absl::StrAppend(&html, "<p>", Inline(cause.remark), "</p>");
    html += Grid(cause.columns, cause.rows, 1, absl::StrCat("cause", ++number),
                 Inline(cause.heading), {});
  }
  return html + "</section>\n";
}

}  // namespace benchcell::html
