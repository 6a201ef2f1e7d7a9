// What `Rscript compare.R < results.csv` prints, character for character, for files that compare.R
// can read and count.
//
// compare.R is node core's script, with R 4.2 in a UTF-8 locale. Where R stops with an error, so
// does this, saying which configuration it is and what R would say; the other tables of `benchcell
// compare` go on there. Two departures: a rate in quotes is read (R refuses it), and lines that are
// no measurement are an error or left out (R makes rows without a name of them).

#ifndef BENCHCELL_RUNNERS_COMPARE_COMPARE_R_H_
#define BENCHCELL_RUNNERS_COMPARE_COMPARE_R_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "runners/compare/collation.h"
#include "runners/compare/rate_table.h"

namespace benchcell {

// FAILED_PRECONDITION where R would stop. INVALID_ARGUMENT for several machines, whose samples
// compare.R would pool. What it returns is the same for any number of threads.
absl::StatusOr<std::string> RenderCompareR(const RateTable& table, NameOrder order,
                                           size_t threads = 1);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_COMPARE_R_H_
