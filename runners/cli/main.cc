// benchcell: the command line.

#include <string>
#include <vector>

#include "runners/cli/agent_command.h"
#include "runners/cli/command_line.h"
#include "runners/cli/commands.h"
#include "runners/cli/program.h"

namespace benchcell {
namespace {

int Dispatch(const CommandContext& context) {
  const std::string& command = context.options.command;
  if (command == "run" || command == "reproduce") return RunCommand(context);
  if (command == "plan") return PlanCommand(context);
  if (command == "report") return ReportCommand(context);
  if (command == "verify") return VerifyCommand(context);
  if (command == "runs") return RunsCommand(context);
  if (command == "compare") return CompareCommand(context);
  if (command == "import") return ImportCommand(context);
  if (command == "plugins") return PluginsCommand(context);
  if (command == "certs") return CertsCommand(context);
  if (command == "coordinator") return CoordinatorCommand(context);
  if (command == "agent") return AgentCommand(context);
  if (command == "machines") return MachinesCommand(context);
  if (command == "status") return StatusCommand(context);
  if (command == "watch") return WatchCommand(context);
  if (command == "cancel") return CancelCommand(context);
  context.out << Usage();
  return kExitOk;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  return benchcell::RunProgram({argv + 1, argv + argc}, benchcell::Dispatch);
}
