// benchcell_agent: `benchcell agent` by itself, for a lab machine that has no checkout. Its flags
// are that command's, and so is what BENCHCELL_PROGRAMS means.

#include <string>
#include <vector>

#include "runners/cli/agent_command.h"
#include "runners/cli/command_line.h"
#include "runners/cli/program.h"

namespace benchcell {
namespace {

int Dispatch(const CommandContext& context) {
  if (context.options.command == "agent") return AgentCommand(context);
  context.out << Usage();
  return kExitOk;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  std::vector<std::string> words = {"agent"};
  words.insert(words.end(), argv + 1, argv + argc);
  return benchcell::RunProgram(words, benchcell::Dispatch);
}
