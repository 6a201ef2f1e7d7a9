// The plugins that a coordinator knows, by name.

#ifndef BENCHCELL_RUNNERS_PLUGINS_PLUGIN_REGISTRY_H_
#define BENCHCELL_RUNNERS_PLUGINS_PLUGIN_REGISTRY_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

// A plugin's program by its name: path first, then arguments.
using PluginPrograms = std::map<std::string, std::vector<std::string>>;

// Makes the client of one plugin.
using PluginClientFactory = std::function<std::unique_ptr<PluginClient>(
    const std::string& name, const std::vector<std::string>& command)>;

// A factory of PluginProcess with its default limits.
PluginClientFactory PluginProcessFactory();

// Thread-safe.
class PluginRegistry {
 public:
  explicit PluginRegistry(PluginPrograms programs,
                          PluginClientFactory factory = PluginProcessFactory());

  // The client of a plugin, the same for every call; made when it is first asked for, lives as long
  // as the registry. NOT_FOUND names the nearest known plugin.
  absl::StatusOr<PluginClient*> Get(const std::string& name);

  // Sorted.
  std::vector<std::string> Names() const;

 private:
  const PluginPrograms programs_;
  const PluginClientFactory factory_;
  // Not absl's: the thread sanitizer can't see into the one of a system's package.
  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, std::unique_ptr<PluginClient>> clients_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_PLUGIN_REGISTRY_H_
