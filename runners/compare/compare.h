// `benchcell compare`: statistics of results that node core's benchmark runner wrote as CSV.

#ifndef BENCHCELL_RUNNERS_COMPARE_COMPARE_H_
#define BENCHCELL_RUNNERS_COMPARE_COMPARE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/comparison.h"

namespace benchcell {

enum class CompareFormat {
  kMarkdown,
  // What `Rscript compare.R < results.csv` prints.
  kCompareR,
};

struct CompareOptions {
  // Paths; `-` is standard input. Plain, gzip or zstd. Several files with a column `binary` are
  // those of several machines (unless they have a column `machine`), named by the files; several
  // without it (run.js) are those of several binaries.
  std::vector<std::string> files;
  CompareFormat format = CompareFormat::kMarkdown;
  // Leaves out lines that are no measurement, with a warning, instead of refusing the file.
  bool lenient = false;
  // For statistics and tables. 0: as many as the machine has processors.
  size_t threads = 0;
  ComparisonOptions comparison;
};

struct CompareResult {
  // For standard output.
  std::string text;
  // For standard error, a line each.
  std::vector<std::string> warnings;
  // Whether every row has a test: exit code 0, otherwise 1.
  bool complete = true;
};

// Reads all files once, from front to back. Memory: see rate_table.h; kCompareR keeps no samples,
// kMarkdown 8 bytes of each (up to twice that while they grow).
//
// INVALID_ARGUMENT `FILE:LINE:COLUMN: found ..., expected ...` for what can't be read or compared;
// NOT_FOUND for a missing file; FAILED_PRECONDITION for kCompareR where compare.R prints no table.
absl::StatusOr<CompareResult> CompareCsv(const CompareOptions& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_COMPARE_H_
