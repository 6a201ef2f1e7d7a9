// What a plugin is, and the loop that serves one. A whole plugin program:
//
//     class MyPlugin : public benchcell::Plugin { ... };
//     int main() {
//       MyPlugin plugin;
//       return benchcell::Serve(plugin, std::cin, std::cout);
//     }
//
// protos/benchcell/v1/plugin.proto states the protocol; steps.h, request.h and text.h help to
// write the three answers.

#ifndef BENCHCELL_PLUGINS_SDK_PLUGIN_H_
#define BENCHCELL_PLUGINS_SDK_PLUGIN_H_

#include <istream>
#include <ostream>

#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// A pure adapter: it starts, times and waits for nothing, and gives equal answers to equal
// requests. Called from one thread.
class Plugin {
 public:
  virtual ~Plugin() = default;

  virtual v1::PluginDescription Describe() = 0;

  // A status other than OK means that the request as a whole can't be served; what can't be
  // measured of an experiment is a Refusal in the response.
  virtual absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) = 0;

  // What is wrong with the run is the response's status and message. A status other than OK means
  // that the request can't be served.
  virtual absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) = 0;
};

// Answers one request: never throws, never gives an empty response. What the plugin throws becomes
// an error response.
v1::PluginResponse Answer(Plugin& plugin, const v1::PluginRequest& request);

// Reads one request per line from `in` and writes one response per line to `out`, until `in` ends.
// A line that is no request is answered with an error that says what is wrong with it; blank lines
// are skipped. Returns the exit code of the program: 0, or 1 if `out` can't be written.
int Serve(Plugin& plugin, std::istream& in, std::ostream& out);

}  // namespace benchcell

#endif  // BENCHCELL_PLUGINS_SDK_PLUGIN_H_
