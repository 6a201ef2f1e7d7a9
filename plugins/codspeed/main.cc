// The codspeed plugin as a program: counts the instructions of CodSpeed benchmarks.

#include <iostream>

#include "plugins/codspeed/assets.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/expand.h"
#include "plugins/codspeed/parse.h"
#include "plugins/sdk/plugin.h"

namespace {

class CodspeedPlugin : public benchcell::Plugin {
 public:
  benchcell::v1::PluginDescription Describe() override {
    return benchcell::codspeed::Description();
  }

  absl::StatusOr<benchcell::v1::ExpandResponse> Expand(
      const benchcell::v1::ExpandRequest& request) override {
    return benchcell::codspeed::Expand(request, benchcell::codspeed::EmbeddedAssets());
  }

  absl::StatusOr<benchcell::v1::ParseResponse> Parse(
      const benchcell::v1::ParseRequest& request) override {
    return benchcell::codspeed::Parse(request);
  }
};

}  // namespace

int main() {
  CodspeedPlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
