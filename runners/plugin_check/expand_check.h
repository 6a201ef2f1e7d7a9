// Holds what a plugin makes of experiments against plugin.proto.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_EXPAND_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_EXPAND_CHECK_H_

#include <string>
#include <vector>

#include "benchcell/v1/plugin.pb.h"
#include "runners/plugin_check/findings.h"
#include "runners/plugin_check/plugin_under_check.h"
#include "runners/plugin_check/recorded_runs.h"

namespace benchcell {

// An experiment as a file has it.
struct ExampleExperiment {
  std::string file;
  std::string text;
};

using Metrics = google::protobuf::RepeatedPtrField<v1::Metric>;

struct ExpandInputs {
  std::vector<ExampleExperiment> experiments;
  // See recorded_runs.h.
  std::vector<v1::Discovered> discovered;
  std::vector<v1::Bundle> bundles;
};

// Nothing is fetched, started or measured but the plugin. Returns the metrics of the plugin and
// those that its experiments add.
Metrics CheckExpand(const PluginUnderCheck& plugin, const v1::PluginDescription& description,
                    const ExpandInputs& inputs, Findings& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_EXPAND_CHECK_H_
