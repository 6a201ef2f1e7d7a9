// Holds what a plugin reads from raw outputs, good and spoiled, against plugin.proto.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_PARSE_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_PARSE_CHECK_H_

#include <filesystem>
#include <vector>

#include "benchcell/v1/plugin.pb.h"
#include "runners/plugin_check/findings.h"
#include "runners/plugin_check/plugin_under_check.h"
#include "runners/plugin_check/recorded_runs.h"

namespace benchcell {

// `metrics`: as CheckExpand gives them. Spoiled outputs are written to `scratch`, an empty folder.
void CheckParse(const PluginUnderCheck& plugin,
                const google::protobuf::RepeatedPtrField<v1::Metric>& metrics,
                const std::vector<RecordedRun>& runs, const std::filesystem::path& scratch,
                Findings& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_PARSE_CHECK_H_
