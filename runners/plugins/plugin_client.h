// The coordinator's view of a plugin: three calls, wherever the plugin lives.

#ifndef BENCHCELL_RUNNERS_PLUGINS_PLUGIN_CLIENT_H_
#define BENCHCELL_RUNNERS_PLUGINS_PLUGIN_CLIENT_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// Thread-safe. Every error names the plugin and the request. INVALID_ARGUMENT: the plugin says that
// it can't serve the request. NOT_FOUND: there is no such program. Everything else is the plugin's
// own fault: UNAVAILABLE if it crashed or ended, DEADLINE_EXCEEDED if it didn't answer in time,
// RESOURCE_EXHAUSTED if it answered too much, INTERNAL if its answer made no sense. After any of
// these the next call starts afresh.
class PluginClient {
 public:
  virtual ~PluginClient() = default;

  virtual absl::StatusOr<v1::PluginDescription> Describe() = 0;
  virtual absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) = 0;
  virtual absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_PLUGIN_CLIENT_H_
