// Vitest's benchmark results: `vitest bench --outputJson` of Vitest 4 and earlier, and the JSON
// reporter of Vitest 5, whose benchmarks stand in its tests.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_VITEST_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_VITEST_H_

#include "absl/status/statusor.h"
#include "runners/interchange/json_place.h"
#include "runners/interchange/measured.h"

namespace benchcell {

// Whether it looks like one of the two.
bool IsVitest4(const nlohmann::json& top);
bool IsVitest5(const nlohmann::json& top);

// Levels are `file` (below what all files of the result have in common), `group` and `benchmark`.
// The metric `time` is that of an iteration: a run for each of them where the file has single ones
// (Vitest 5 with `retainSamples`), otherwise one value, their median, with `mean_time` beside it.
// What failed has a failed run; what was skipped isn't there.
absl::StatusOr<MeasuredFile> ReadVitest4(const JsonPlace& top);
absl::StatusOr<MeasuredFile> ReadVitest5(const JsonPlace& top);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_VITEST_H_
