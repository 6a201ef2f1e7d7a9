// The records of a CSV file, one at a time, in memory that doesn't grow with the file.
//
// RFC 4180, and what is found in the field: a byte order mark, CR LF or LF, blank lines (skipped),
// spaces and tabs around fields and before an opening quote, and lines that are no CSV at all. The
// unit is the line: one that can't be part of a record is handed out as a fault, and reading goes
// on with the next, so a stray line never takes its neighbours with it.

#ifndef BENCHCELL_RUNNERS_COMPARE_CSV_RECORDS_H_
#define BENCHCELL_RUNNERS_COMPARE_CSV_RECORDS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

struct CsvField {
  // Without its quotes, `""` read as `"`.
  std::string_view text;
  // Of its first byte (the quote), from 1, in bytes from the start of the record.
  int64_t column = 0;
};

// Why a line is no record.
struct CsvFault {
  int64_t column = 0;
  std::string found;
  std::string expected;
};

enum class OuterSpaces {
  kStrip,
  // Part of the field, inside or outside of quotes: R's read.csv.
  kKeep,
};

// Not thread-safe.
class CsvRecords {
 public:
  // No record has more bytes or lines.
  static constexpr size_t kMostBytes = 1 << 20;
  static constexpr int64_t kMostLines = 1000;

  // `source` outlives this; `name` is for errors.
  CsvRecords(ByteSource& source, std::string name, OuterSpaces spaces);

  // Goes to the next record or fault; false at the end. All views handed out before are void.
  // INVALID_ARGUMENT for what is no text of lines (a line above kMostBytes, UTF-16), or what the
  // source says.
  absl::StatusOr<bool> Next();

  // The two halves of Next(), for who can do without the fields: goes to the next line that is not
  // blank (raw() is that line, there are no fields); then takes it, and the lines that belong to
  // it, apart.
  absl::StatusOr<bool> NextLine();
  absl::Status SplitLine();

  std::span<const CsvField> fields() const { return {fields_.data(), field_count_}; }
  const std::optional<CsvFault>& fault() const { return fault_; }
  // Number of the record's first line, from 1.
  int64_t line() const { return line_; }
  // The record as it stands in the file, without its line end.
  std::string_view raw() const;
  // Whether the file ends in this record without a line end.
  bool unended() const { return unended_; }
  const std::string& name() const { return name_; }

 private:
  enum class Outcome { kRecord, kFault, kOpenQuote };

  // Makes at least `size` bytes from start_ available, if there are as many; else sets exhausted_.
  absl::Status Fill(size_t size);
  // Position from start_ of the next `wanted` at or after `from`; kNone if there is none within
  // kMostBytes or the file.
  static constexpr size_t kNone = std::string_view::npos;
  absl::StatusOr<size_t> Find(char wanted, size_t from);
  absl::Status CheckFront();
  Outcome Split(std::string_view record);
  Outcome TakeQuoted(std::string_view record, size_t begin, size_t& at);
  Outcome TakePlain(std::string_view record, size_t begin, size_t& at);
  void AddField(std::string_view text, size_t at);
  void SetFault(size_t at, std::string found, std::string expected);
  absl::StatusOr<Outcome> SplitOverLines();

  ByteSource& source_;
  const std::string name_;
  const OuterSpaces spaces_;
  std::vector<char> buffer_;
  size_t start_ = 0;  // of the record
  size_t end_ = 0;    // of what was read
  bool exhausted_ = false;
  bool begun_ = false;
  bool unended_ = false;

  size_t length_ = 0;      // of the record, without its line end
  size_t consumed_ = 0;    // of the record, with its line end
  int64_t lines_ = 0;      // that the record takes
  int64_t line_ = 1;       // of the record
  size_t open_quote_ = 0;  // where the quote was opened that Split found no end of
  // More than the record has; the first field_count_ are its own.
  std::vector<CsvField> fields_;
  size_t field_count_ = 0;
  std::optional<CsvFault> fault_;
  // Fields that differ from the file's bytes; reserved before views into it are made.
  std::string scratch_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_CSV_RECORDS_H_
