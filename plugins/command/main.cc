// The command plugin as a program: any command line.

#include <iostream>

#include "plugins/command/description.h"
#include "plugins/command/expand.h"
#include "plugins/command/parse.h"
#include "plugins/sdk/plugin.h"

namespace {

class CommandPlugin : public benchcell::Plugin {
 public:
  benchcell::v1::PluginDescription Describe() override { return benchcell::command::Description(); }

  absl::StatusOr<benchcell::v1::ExpandResponse> Expand(
      const benchcell::v1::ExpandRequest& request) override {
    return benchcell::command::Expand(request);
  }

  absl::StatusOr<benchcell::v1::ParseResponse> Parse(
      const benchcell::v1::ParseRequest& request) override {
    return benchcell::command::Parse(request);
  }
};

}  // namespace

int main() {
  CommandPlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
