// What has to be said about a table in words.

#ifndef BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_
#define BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// One line above the table: the metric, and the axes that are the same in all rows.
std::string Heading(const Table& table);

// Paragraphs under the table, in Markdown: how to read it, what it could have found, what a
// verdict means, how the machine differs from the published one, what differs on purpose, where it
// was measured. Only those that apply.
std::vector<std::string> Captions(const v1::ExperimentRun& run, const Table& table);

// What a reader has to know about a row: runs that failed or are missing. Each starts with the
// build it speaks of; the lines after the first are output of the program that failed.
struct Note {
  std::string sentence;
  std::vector<std::string> output;
};
std::vector<Note> NotesOf(const TableRow& row);

// One note for all rows with runs of a later attempt (`later_attempts` above 0); absent without
// such rows.
std::optional<Note> LaterAttemptsNote(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_
