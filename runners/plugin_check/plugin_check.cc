#include "runners/plugin_check/plugin_check.h"

#include <string>

#include "google/protobuf/util/message_differencer.h"
#include "runners/base/status_macros.h"
#include "runners/plugin_check/description_check.h"
#include "runners/plugin_check/parse_check.h"
#include "runners/plugin_check/protocol_check.h"

namespace benchcell {

absl::StatusOr<Findings> CheckPlugin(const PluginUnderCheck& plugin,
                                     const PluginCheckInputs& inputs) {
  ASSIGN_OR_RETURN(const std::vector<RecordedRun> runs, ReadRecordedRuns(inputs.recorded));
  ExpandInputs expand;
  expand.experiments = inputs.experiments;
  expand.discovered = ReadDiscovered(inputs.recorded);
  ASSIGN_OR_RETURN(expand.bundles, ReadRecordedBundles(inputs.recorded));
  Findings findings;
  const absl::StatusOr<v1::PluginDescription> description = plugin.Start()->Describe();
  if (!description.ok()) {
    findings.Broken("describes itself", std::string(description.status().message()));
    return findings;
  }
  const absl::StatusOr<v1::PluginDescription> again = plugin.Start()->Describe();
  findings.Judge("describes itself",
                 !again.ok() ? std::string(again.status().message())
                 : google::protobuf::util::MessageDifferencer::Equals(*description, *again)
                     ? ""
                     : "another process described itself otherwise");
  CheckDescription(*description, findings);
  CheckProtocol(plugin, findings);
  const Metrics metrics = CheckExpand(plugin, *description, expand, findings);
  CheckParse(plugin, metrics, runs, inputs.scratch, findings);
  return findings;
}

}  // namespace benchcell
