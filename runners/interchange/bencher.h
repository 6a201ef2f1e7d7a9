// Bencher Metric Format, the JSON that Bencher's adapter `json` reads.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_BENCHER_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_BENCHER_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"

namespace benchcell {

// A benchmark for each cell and build, with a measure for each metric: the median, and the least
// and the greatest run as its bounds. The first metric in seconds is Bencher's own `latency`, in
// nanoseconds, the first in 1/s its `throughput`; others are slugs of their name and unit. Names
// that are longer than the 1024 bytes that Bencher takes are cut and end in a digest.
absl::StatusOr<Exported> WriteBencher(const v1::ExperimentRun& run, const ExportChoice& choice);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_BENCHER_H_
