#include "runners/cli/session.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/cli/loaded_experiment.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// As the XDG base directory specification has it.
absl::StatusOr<fs::path> StateDirectory(const Options& options) {
  if (!options.state_dir.empty()) return fs::absolute(options.state_dir);
  if (const char* xdg = std::getenv("XDG_STATE_HOME");
      xdg != nullptr && fs::path(xdg).is_absolute()) {
    return fs::path(xdg) / "benchcell";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return fs::path(home) / ".local" / "state" / "benchcell";
  }
  return absl::FailedPreconditionError(
      "neither HOME nor XDG_STATE_HOME is set; say where runs are stored with --state-dir");
}

}  // namespace

absl::StatusOr<Session> OpenSession(const CommandContext& context) {
  Session session;
  ASSIGN_OR_RETURN(session.state_dir, StateDirectory(context.options));
  session.plugins = std::make_unique<PluginRegistry>(FindPlugins(context.places));
  ASSIGN_OR_RETURN(session.lab, LocalLab::Open(session.state_dir, *session.plugins));
  session.client = std::make_unique<LabClient>(session.lab->channel());
  return session;
}

absl::StatusOr<Session> OpenStoredRuns(const CommandContext& context) {
  ASSIGN_OR_RETURN(const fs::path state, StateDirectory(context.options));
  if (!fs::exists(StoreFile(state))) {
    return absl::NotFoundError(absl::StrCat("no run is stored in ", state.string()));
  }
  return OpenSession(context);
}

int Fail(const CommandContext& context, const absl::Status& status) {
  context.log << "benchcell: " << status.message() << std::endl;
  if (absl::IsCancelled(status)) return kExitInterrupted;
  const bool input = absl::IsInvalidArgument(status) || absl::IsNotFound(status);
  return input ? kExitBadInput : kExitNotMeasured;
}

}  // namespace benchcell
