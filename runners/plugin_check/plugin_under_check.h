// The plugin whose answers are checked: a program that is started anew for every client.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_UNDER_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_UNDER_CHECK_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/plugins/line_child.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

struct PluginUnderCheck {
  std::string name;
  // How it is started, and its limits.
  LineChildOptions options;

  // A process of its own.
  std::unique_ptr<PluginClient> Start() const;
};

// Whether the plugin answered, be it that it can't serve the request. Otherwise it crashed, hung,
// flooded, or answered nonsense, as the status says.
bool Answered(const absl::Status& status);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_UNDER_CHECK_H_
