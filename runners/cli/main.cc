// benchcell: the command line.

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "runners/cli/command_line.h"
#include "runners/cli/commands.h"
#include "runners/exec/cancellation_flag.h"

namespace {

benchcell::CancellationFlag* interrupted = nullptr;

// The first signal asks politely; the next one ends the process, and the measured processes end
// with it.
void HandleSignal(int number) {
  std::signal(number, SIG_DFL);
  interrupted->Cancel();
}

int Dispatch(const benchcell::CommandContext& context) {
  using namespace benchcell;
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

int Main(int argc, char** argv) {
  using namespace benchcell;
  CancellationFlag flag;
  interrupted = &flag;
  std::signal(SIGINT, HandleSignal);
  std::signal(SIGTERM, HandleSignal);
  std::signal(SIGPIPE, SIG_IGN);

  // The launcher says where the project and its programs are; without it, they are expected below
  // the current directory.
  Places places;
  const char* root = std::getenv("BENCHCELL_ROOT");
  const char* programs = std::getenv("BENCHCELL_PROGRAMS");
  places.root = root != nullptr ? root : std::filesystem::current_path();
  places.programs = programs != nullptr ? programs : places.root / "bazel-bin";

  const absl::StatusOr<Options> options =
      ParseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
  if (!options.ok()) {
    std::cerr << "benchcell: " << options.status().message() << std::endl;
    return kExitBadInput;
  }
  const CommandContext context = {*options, places, std::cout, std::cerr, flag};
  errno = 0;
  const int code = Dispatch(context);
  std::cout.flush();
  if (std::cout) return code;
  // A reader that has seen enough, such as head, is no failure.
  if (errno == EPIPE) return code;
  std::cerr << "benchcell: the result can't be written to standard output" << std::endl;
  return kExitNotMeasured;
}

}  // namespace

int main(int argc, char** argv) { return Main(argc, argv); }
