#include "runners/plugins/plugin_registry.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell {

PluginClientFactory PluginProcessFactory() {
  return [](const std::string& name, const std::vector<std::string>& command) {
    LineChildOptions options;
    options.command = command;
    return std::make_unique<PluginProcess>(name, std::move(options));
  };
}

PluginRegistry::PluginRegistry(PluginPrograms programs, PluginClientFactory factory)
    : programs_(std::move(programs)), factory_(std::move(factory)) {}

absl::StatusOr<PluginClient*> PluginRegistry::Get(const std::string& name) {
  const auto program = programs_.find(name);
  if (program == programs_.end()) {
    return absl::NotFoundError(
        absl::StrCat("found plugin ", Quoted(name), ", expected ", OneOf(Names(), name)));
  }
  const std::lock_guard lock(mutex_);
  std::unique_ptr<PluginClient>& client = clients_[name];
  if (client == nullptr) client = factory_(name, program->second);
  return client.get();
}

std::vector<std::string> PluginRegistry::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, command] : programs_) names.push_back(name);
  return names;
}

}  // namespace benchcell
