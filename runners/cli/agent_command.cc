#include "runners/cli/agent_command.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/agent/machine_agent.h"
#include "runners/base/status_macros.h"
#include "runners/cli/agent_check.h"
#include "runners/cli/lab_channel.h"
#include "runners/cli/state_directory.h"

namespace benchcell {
namespace {

// A quarter of a coordinator's lease: three may get lost.
constexpr absl::Duration kHeartbeat = absl::Seconds(5);

absl::Status Work(const CommandContext& context) {
  const Options& options = context.options;
  ASSIGN_OR_RETURN(const auto channel, MakeLabChannel(options));
  ASSIGN_OR_RETURN(const std::filesystem::path state, StateDirectory(options));
  MachineAgentOptions agent_options;
  agent_options.state_dir = state / "lab-agent";
  agent_options.warden = context.places.Warden();
  agent_options.heartbeat = kHeartbeat;
  agent_options.quiet_wait = options.quiet_wait;
  agent_options.tune = options.tune;
  if (options.bundle_limit > 0) agent_options.bundle_limit = options.bundle_limit;
  agent_options.log = [&context](const std::string& line) {
    context.log << "agent: " << line << std::endl;
  };
  ASSIGN_OR_RETURN(const auto agent, MachineAgent::Open(agent_options, channel));
  const v1::MachineFacts& facts = agent->machine().facts();
  context.log << "agent: " << facts.processor_model() << ", " << facts.platform() << ", asks "
              << options.coordinator << " for work" << std::endl;
  return agent->Run(context.interrupted);
}

}  // namespace

int AgentCommand(const CommandContext& context) {
  if (context.options.check) {
    const absl::StatusOr<int> code = CheckForAgent(context);
    return code.ok() ? *code : Fail(context, code.status());
  }
  const absl::Status status = Work(context);
  return status.ok() ? kExitOk : Fail(context, status);
}

}  // namespace benchcell
