// The measurements in a CSV file of node core's benchmark runner.
//
// A line that is none (a benchmark's own output, a second header, a last line that was cut off) is
// an error with its place, or, if the reader is lenient, left out and remembered.

#ifndef BENCHCELL_RUNNERS_COMPARE_RATE_READER_H_
#define BENCHCELL_RUNNERS_COMPARE_RATE_READER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"
#include "runners/compare/columns.h"
#include "runners/compare/csv_records.h"
#include "runners/compare/rate.h"
#include "runners/compare/row_memory.h"

namespace benchcell {

// Lines left out.
struct StrayLines {
  static constexpr size_t kMostRemembered = 20;

  int64_t count = 0;
  // `FILE:LINE:COLUMN: found ..., expected ...` of the first.
  std::vector<std::string> first;
};

// Views are void when the next row is read.
struct RateRow {
  // If the row was recognised, the names are left empty: they are those that were remembered by
  // this key, or all but the binary, which is then that of another key.
  std::optional<uint32_t> key;
  std::optional<uint32_t> binary_of;
  std::string_view binary;  // empty if the file has no such column
  std::string_view filename;
  std::string_view configuration;
  std::string_view machine;  // empty if the file has no such column
  Rate rate;                 // never kNoRate
};

// Not thread-safe.
class RateReader {
 public:
  // `source` outlives this. Nothing is read yet.
  RateReader(ByteSource& source, const std::string& name, OuterSpaces spaces, bool lenient);

  // False at the end. INVALID_ARGUMENT: `FILE:LINE:COLUMN: found ..., expected ...`, for a file
  // without a row too.
  absl::StatusOr<bool> Next();

  const RateRow& row() const { return row_; }

  // Lets a later row with the same names come with this key instead of them, which is much faster
  // to read. For the current row, if it has no key of its own. Keys are small numbers, one for the
  // same names. `like` is a key of the same names but for the binary, the first; or the same.
  void Remember(uint32_t key, uint32_t like);

  // Of the row, from 1.
  int64_t line() const { return records_.line(); }
  const StrayLines& strays() const { return strays_; }

 private:
  absl::Status ReadHeaderLine();
  // Fills row_; or says at which column (first in the pair's text) the record is no row.
  std::optional<CsvFault> Take();
  // Fills row_ from a line whose names are known; false if the line isn't as simple as that.
  bool TakeKnown();
  // Length of the current record's binary, if that is the first column; otherwise 0.
  size_t BinaryLength() const;
  CsvFault WrongCount() const;
  // The error for a line that is no row; OK, and the line is remembered, if lenient.
  absl::Status Stray(int64_t column, const std::string& what);

  CsvRecords records_;
  const bool lenient_;
  std::optional<Columns> columns_;
  std::string header_;
  // Whether the rate stands behind all names.
  bool names_first_ = false;
  RowMemory memory_;
  RecognisedRow recognised_;
  int64_t rows_ = 0;
  RateRow row_;
  StrayLines strays_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_RATE_READER_H_
