// What has to be said about single rows of a table.

#ifndef BENCHCELL_RUNNERS_REPORT_NOTES_H_
#define BENCHCELL_RUNNERS_REPORT_NOTES_H_

#include <cstddef>
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

// The notes of a table, each once, and which of them belong to each row: rows of several benchmarks
// share their runs, and then what is to be said of them.
struct NumberedNotes {
  std::vector<Note> notes;
  // For each row, places in `notes` (from 0).
  std::vector<std::vector<size_t>> of_row;
};

NumberedNotes NumberNotes(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_NOTES_H_
