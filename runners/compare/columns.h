// Which column of a CSV file is what.

#ifndef BENCHCELL_RUNNERS_COMPARE_COLUMNS_H_
#define BENCHCELL_RUNNERS_COMPARE_COLUMNS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "runners/compare/csv_records.h"

namespace benchcell {

// Positions from 0.
struct Columns {
  size_t count = 0;
  // Absent in the files of node core's run.js, which measures one binary.
  std::optional<size_t> binary;
  size_t filename = 0;
  size_t configuration = 0;
  size_t rate = 0;
  // `machine`, which compare.js doesn't write: samples of different machines are never pooled.
  std::optional<size_t> machine;
};

// Reads the header: `binary`, `filename`, `configuration`, `rate` and `time` in any order and case,
// others too. INVALID_ARGUMENT if one that is needed is missing or there twice; the message starts
// with the column's number and names what is there: `1: found ..., expected ...`.
absl::StatusOr<Columns> ReadHeader(std::span<const CsvField> header);

// A piece of foreign text for a message, in quotes, on one line and not too long.
std::string Excerpt(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_COLUMNS_H_
