#include "runners/report/markdown.h"

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/report/captions.h"
#include "runners/report/cause_text.h"
#include "runners/report/columns.h"
#include "runners/report/grid.h"
#include "runners/report/notes.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// A note and the output that belongs to it, which is indented so that Markdown shows it as it is.
std::string DrawNote(size_t number, const Note& note) {
  std::string text = absl::StrCat("\n[", number, "] ", note.sentence, "\n");
  if (note.output.empty()) return text;
  text += "\n";
  for (const std::string& line : note.output) absl::StrAppend(&text, "    ", line, "\n");
  return text;
}

}  // namespace

std::string RenderMarkdown(const v1::ExperimentRun& run, const Table& table,
                           const MarkdownOptions& options) {
  const NumberedNotes numbered = NumberNotes(table);
  // References of the rows to the notes: ` [1] [3]`.
  std::vector<std::string> marks(table.rows.size());
  for (size_t row = 0; row < table.rows.size(); ++row) {
    for (const size_t note : numbered.of_row[row])
      absl::StrAppend(&marks[row], " [", note + 1, "]");
  }
  std::string notes;
  for (size_t i = 0; i < numbered.notes.size(); ++i) notes += DrawNote(i + 1, numbered.notes[i]);
  const std::string& title = table.title.empty() ? table.experiment : table.title;
  std::string text = absl::StrCat(
      "### ", MarkdownText(title), "\n\n", Heading(table), "\n\n",
      DrawGrid(MakeColumns(table, options.statistics, marks), table.rows.size()), notes);
  for (const std::string& caption : Captions(run, table))
    absl::StrAppend(&text, "\n", caption, "\n");
  return text + RenderCauses(table);
}

}  // namespace benchcell
