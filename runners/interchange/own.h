// benchcell's own JSON: a stored run that moves from one store to another.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_OWN_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_OWN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/json_place.h"

namespace benchcell {

// Whether it looks like what `report --format=json` writes.
bool IsOwn(const nlohmann::json& top);

// The member `run`, by protobuf's JSON mapping; the table beside it is not looked at, as it is
// computed anew. INVALID_ARGUMENT for what doesn't fit the schema and for what CheckWholeRun says.
absl::StatusOr<v1::ExperimentRun> ReadOwn(const JsonPlace& top);

// INVALID_ARGUMENT, naming what was found: a run without id, experiment, metrics or cells; one that
// is not COMPLETE (only where it was begun can it go on); records of cells or builds that it
// doesn't have; numbers that are not finite.
absl::Status CheckWholeRun(const v1::ExperimentRun& run);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_OWN_H_
