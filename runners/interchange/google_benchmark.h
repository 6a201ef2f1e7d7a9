// Google Benchmark's JSON (`--benchmark_out_format=json`). Made to fit what 1.7.1 writes, with the
// words of 1.8 for what was skipped.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_GOOGLE_BENCHMARK_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_GOOGLE_BENCHMARK_H_

#include "absl/status/statusor.h"
#include "runners/interchange/json_place.h"
#include "runners/interchange/measured.h"

namespace benchcell {

bool IsGoogleBenchmark(const nlohmann::json& top);

// The level `benchmark` is the name of a benchmark with its arguments. Each repetition is a run
// with the metrics `real_time` and `cpu_time` (of one iteration), `items_per_second`,
// `bytes_per_second` and the benchmark's own counters. Where only aggregates were reported, the
// median is the one value that there is. What the file says of its machine and library goes into
// what every run observed, and builds that differ in it are named under the table.
absl::StatusOr<MeasuredFile> ReadGoogleBenchmark(const JsonPlace& top);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_GOOGLE_BENCHMARK_H_
