#include "runners/cli/session.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/lab_channel.h"
#include "runners/cli/plugin_programs.h"
#include "runners/cli/state_directory.h"

namespace benchcell {

namespace fs = std::filesystem;

absl::StatusOr<Session> OpenSession(const CommandContext& context) {
  Session session;
  ASSIGN_OR_RETURN(session.state_dir, StateDirectory(context.options));
  session.plugins = std::make_unique<PluginRegistry>(FindPlugins(context.places));
  std::shared_ptr<grpc::Channel> channel;
  if (!context.options.coordinator.empty()) {
    ASSIGN_OR_RETURN(channel, MakeLabChannel(context.options));
    RETURN_IF_ERROR(MakeFolder(session.state_dir));
  } else {
    ASSIGN_OR_RETURN(session.lab, LocalLab::Open(session.state_dir, *session.plugins));
    channel = session.lab->channel();
  }
  session.client = std::make_unique<LabClient>(channel, SecurityOf(context.options));
  return session;
}

absl::StatusOr<Session> OpenStoredRuns(const CommandContext& context) {
  ASSIGN_OR_RETURN(const fs::path state, StateDirectory(context.options));
  if (context.options.coordinator.empty() && !fs::exists(StoreFile(state))) {
    return absl::NotFoundError(absl::StrCat("no run is stored in ", state.string()));
  }
  return OpenSession(context);
}

absl::StatusOr<Session> OpenLab(const CommandContext& context) {
  if (context.options.coordinator.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("`benchcell ", context.options.command, "` needs --coordinator=HOST:PORT"));
  }
  return OpenSession(context);
}

}  // namespace benchcell
