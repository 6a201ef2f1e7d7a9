// The tables of evidence: made from raw records, and compared with those that are claimed.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_TABLES_H_
#define BENCHCELL_RUNNERS_EVIDENCE_TABLES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

struct Tables {
  // As `report` prints it.
  std::string markdown;
  // The numbers: `table` of report/json.h, with a line break.
  std::string json;
};

absl::StatusOr<Tables> RenderTables(const v1::ExperimentRun& run, const TableOptions& options);

// INVALID_ARGUMENT, with the first line that differs, unless both texts are the same.
absl::Status SameText(const std::string& claimed, const std::string& recomputed);

// For tables of different makers: INVALID_ARGUMENT, with the place, unless every number, name and
// verdict of the claimed rows stands in the recomputed ones as well. Numbers may differ by a
// billionth: the logarithm of another platform's library, or a fused multiplication, changes last
// digits. Words for people, and what only the recomputed table has, are not compared.
absl::Status SameNumbers(const std::string& claimed, const std::string& recomputed);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_TABLES_H_
