// Questions that a plugin asks of its requests: which level, which bundle, which file.

#ifndef BENCHCELL_PLUGINS_SDK_REQUEST_H_
#define BENCHCELL_PLUGINS_SDK_REQUEST_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// The cell's level of an axis; empty if it has none.
std::string LevelOf(const v1::Cell& cell, std::string_view axis);

// The bundle behind the input `name` of a build in a cell; nullptr if neither build nor experiment
// has such an input for it. The build's own inputs win over the experiment's, and inputs with a
// `when` that the cell meets win over those without one. INVALID_ARGUMENT if two inputs are equally
// good, or if the request lacks the bundle for its platform. The bundle lives in the request.
absl::StatusOr<const v1::Bundle*> FindInput(const v1::ExpandRequest& request, const v1::Cell& cell,
                                            const v1::Build& build, std::string_view name);

// The value of a parameter; the build's own wins over the experiment's.
std::optional<std::string> FindParameter(const v1::Experiment& experiment, const v1::Build& build,
                                         std::string_view name);

// The experiment's bound on one command; 10 minutes if it has none.
absl::Duration CommandTimeout(const v1::Experiment& experiment);

// Path of a raw output; empty if the run left none of that name.
std::string RawOutputPath(const v1::ParseRequest& request, std::string_view name);

// The content of a raw output; nullopt if the run left none of that name or it can't be read.
std::optional<std::string> ReadRawOutput(const v1::ParseRequest& request, std::string_view name);

}  // namespace benchcell

#endif  // BENCHCELL_PLUGINS_SDK_REQUEST_H_
