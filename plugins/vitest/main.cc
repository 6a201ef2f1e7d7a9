// The vitest plugin as a program: adapts `vitest run`.

#include <iostream>

#include "plugins/sdk/plugin.h"
#include "plugins/vitest/assets.h"
#include "plugins/vitest/description.h"
#include "plugins/vitest/expand.h"
#include "plugins/vitest/parse.h"

namespace {

class VitestPlugin : public benchcell::Plugin {
 public:
  benchcell::v1::PluginDescription Describe() override { return benchcell::vitest::Description(); }

  absl::StatusOr<benchcell::v1::ExpandResponse> Expand(
      const benchcell::v1::ExpandRequest& request) override {
    return benchcell::vitest::Expand(request, benchcell::vitest::EmbeddedAssets());
  }

  absl::StatusOr<benchcell::v1::ParseResponse> Parse(
      const benchcell::v1::ParseRequest& request) override {
    return benchcell::vitest::Parse(request);
  }
};

}  // namespace

int main() {
  VitestPlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
