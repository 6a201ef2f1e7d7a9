// Go's benchmark format, which golang.org/x/perf/cmd/benchstat and its kin read.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"

namespace benchcell {

// A line for each run, and for each benchmark of it where a run has several, with all metrics:
//
//     build: 5.1.0
//     BenchmarkQuickstart/pool=forks/isolate=false 1 1760000000 ns/op 2.9 cpu_time-sec
//
// The build and the machine are configuration lines, so `benchstat -col build FILE` compares the
// builds. The first metric in seconds is ns/op, which every such tool knows; others are their name
// with `-sec`, `-bytes`, `-per-sec`, `-count` or their UCUM unit. Names are made safe by
// benchstat_name.h.
absl::StatusOr<Exported> WriteBenchstat(const v1::ExperimentRun& run, const ExportChoice& choice);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_H_
