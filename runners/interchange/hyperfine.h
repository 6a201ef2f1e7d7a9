// hyperfine's `--export-json`, both ways. Made to fit what hyperfine 1.15 writes and its scripts
// read; later versions add `memory_usage_byte`.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_HYPERFINE_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_HYPERFINE_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"
#include "runners/interchange/json_place.h"
#include "runners/interchange/measured.h"

namespace benchcell {

// Results become cells by their parameters and builds by their command (command_names.h). A run
// that ended with another exit code than 0 counts, since hyperfine was told so.
absl::StatusOr<MeasuredFile> ReadHyperfine(const JsonPlace& top);

// A result for each cell and build: parameters are the levels (with `benchmark`, `machine` and
// `epoch` where those tell results apart), the command is the build. hyperfine knows seconds only:
// INVALID_ARGUMENT for a metric in another unit; without --metric the first in seconds is taken.
absl::StatusOr<Exported> WriteHyperfine(const v1::ExperimentRun& run, const ExportChoice& choice);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_HYPERFINE_H_
