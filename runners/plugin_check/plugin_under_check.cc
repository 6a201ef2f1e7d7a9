#include "runners/plugin_check/plugin_under_check.h"

#include "runners/plugins/plugin_process.h"

namespace benchcell {

std::unique_ptr<PluginClient> PluginUnderCheck::Start() const {
  return std::make_unique<PluginProcess>(name, options);
}

bool Answered(const absl::Status& status) { return status.ok() || absl::IsInvalidArgument(status); }

}  // namespace benchcell
