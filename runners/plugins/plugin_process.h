// A plugin that is a program of its own: started when it is first needed, fed one request at a
// time, started anew after it failed, ended with the client.

#ifndef BENCHCELL_RUNNERS_PLUGINS_PLUGIN_PROCESS_H_
#define BENCHCELL_RUNNERS_PLUGINS_PLUGIN_PROCESS_H_

#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/plugins/line_child.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

class PluginProcess : public PluginClient {
 public:
  // `name` is the one that experiments use; a program that describes itself by another one is
  // refused. Starts nothing yet.
  PluginProcess(std::string name, LineChildOptions options);

  absl::StatusOr<v1::PluginDescription> Describe() override;
  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override;
  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override;

 private:
  // `what` is the request in words, for errors.
  absl::StatusOr<v1::PluginResponse> Call(const v1::PluginRequest& request,
                                          v1::PluginResponse::ResponseCase expected,
                                          const std::string& what);
  // With mutex_ held.
  absl::StatusOr<v1::PluginResponse> Exchange(const std::string& line,
                                              v1::PluginResponse::ResponseCase expected);

  const std::string name_;
  const LineChildOptions options_;
  // Not absl's: the thread sanitizer can't see into the one of a system's package.
  std::mutex mutex_;
  // Guarded by mutex_. Null until the first call and after every failure.
  std::unique_ptr<LineChild> child_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_PLUGIN_PROCESS_H_
