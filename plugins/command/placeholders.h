// `{axis}` in a text stands for the cell's level of that axis.

#ifndef BENCHCELL_PLUGINS_COMMAND_PLACEHOLDERS_H_
#define BENCHCELL_PLUGINS_COMMAND_PLACEHOLDERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"

namespace benchcell::command {

using Levels = google::protobuf::RepeatedPtrField<v1::Level>;

// The text with every `{axis}` replaced by its level; `{{` and `}}` are literal braces. What a
// level holds is not looked at again. INVALID_ARGUMENT, naming the axes that there are: a name that
// is no axis, an empty name, a brace that is alone; or a result with `{dir}`, which the agent would
// replace.
absl::StatusOr<std::string> FillPlaceholders(std::string_view text, const Levels& levels);

// The names in the text's braces, in order, each as often as it occurs.
std::vector<std::string> PlaceholdersIn(std::string_view text);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_PLACEHOLDERS_H_
