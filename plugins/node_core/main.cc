// The node_core plugin as a program: adapts the benchmark files of node core.

#include <iostream>

#include "plugins/node_core/assets.h"
#include "plugins/node_core/description.h"
#include "plugins/node_core/expand.h"
#include "plugins/node_core/parse.h"
#include "plugins/sdk/plugin.h"

namespace {

class NodeCorePlugin : public benchcell::Plugin {
 public:
  benchcell::v1::PluginDescription Describe() override {
    return benchcell::node_core::Description();
  }

  absl::StatusOr<benchcell::v1::ExpandResponse> Expand(
      const benchcell::v1::ExpandRequest& request) override {
    return benchcell::node_core::Expand(request, benchcell::node_core::EmbeddedAssets());
  }

  absl::StatusOr<benchcell::v1::ParseResponse> Parse(
      const benchcell::v1::ParseRequest& request) override {
    return benchcell::node_core::Parse(request);
  }
};

}  // namespace

int main() {
  NodeCorePlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
