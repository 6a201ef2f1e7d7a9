// What commands that look at stored runs have in common: the state directory, the plugins, the lab
// in this process.

#ifndef BENCHCELL_RUNNERS_CLI_SESSION_H_
#define BENCHCELL_RUNNERS_CLI_SESSION_H_

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"
#include "runners/cli/commands.h"
#include "runners/cli/lab_client.h"
#include "runners/cli/local_lab.h"
#include "runners/plugins/plugin_registry.h"

namespace benchcell {

// In a run without a lab, `lab` is one in this process; with --coordinator it is null and the
// client speaks to that.
struct Session {
  std::filesystem::path state_dir;
  std::unique_ptr<PluginRegistry> plugins;
  std::unique_ptr<LocalLab> lab;
  std::unique_ptr<LabClient> client;
};

// Makes the state directory if it isn't there.
absl::StatusOr<Session> OpenSession(const CommandContext& context);

// For commands that only read. NOT_FOUND if nothing was ever stored there.
absl::StatusOr<Session> OpenStoredRuns(const CommandContext& context);

// For commands that are about a lab. INVALID_ARGUMENT without --coordinator.
absl::StatusOr<Session> OpenLab(const CommandContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_SESSION_H_
