// What has to be said about single rows of a table.

#ifndef BENCHCELL_RUNNERS_REPORT_NOTES_H_
#define BENCHCELL_RUNNERS_REPORT_NOTES_H_

#include <optional>
#include <string>
#include <vector>

#include "runners/report/table.h"

namespace benchcell {

// In Markdown.
struct Note {
  std::string sentence;
  // Of the program that failed; plain lines.
  std::vector<std::string> output;
};

// What a reader has to know about a row: runs that failed or are missing, builds that were not
// compared, machines that gave no estimate or disagree. Each starts with the build it speaks of.
std::vector<Note> NotesOf(const TableRow& row);

// One note for all rows with runs of a later attempt (`later_attempts` above 0); absent without
// such rows.
std::optional<Note> LaterAttemptsNote(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_NOTES_H_
