// Refuses an experiment that can't be what its author meant, before anything runs.

#ifndef BENCHCELL_RUNNERS_DESIGN_VALIDATE_H_
#define BENCHCELL_RUNNERS_DESIGN_VALIDATE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/plugin.pb.h"
#include "runners/design/input_errors.h"

namespace benchcell {

// The name of the plugin that an experiment asks for, and where it stands.
struct PluginName {
  std::string name;
  Position position;
};

// Reads only that, so that the plugin can be asked to describe itself before the rest is checked.
// Other mistakes in the text are left to Validate, unless they hide the name: then all mistakes of
// form are told, INVALID_ARGUMENT.
absl::StatusOr<PluginName> ReadPluginName(const std::string& text, const std::string& file);

// INVALID_ARGUMENT for a plugin that isn't among `known`.
absl::Status UnknownPlugin(const PluginName& plugin, const std::string& file,
                           const std::vector<std::string>& known);

// Parses the text of an experiment (protobuf text format) and checks everything that can be checked
// without the bundles: form, names, values, numbers, that cells are different, that each published
// row names one cell. `file` is how errors call the text.
//
// INVALID_ARGUMENT with every mistake, one a line in the order of the text:
//     FILE:LINE:COLUMN: what was found; what was expected (nearest valid name: "x")
// FAILED_PRECONDITION if the plugin's description can't be used.
absl::StatusOr<v1::Experiment> Validate(const std::string& text, const std::string& file,
                                        const v1::PluginDescription& plugin);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_VALIDATE_H_
