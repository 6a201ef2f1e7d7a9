#include "runners/cli/program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "runners/cli/command_line.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {
namespace {

CancellationFlag* interrupted = nullptr;

// The first signal asks politely; the next one ends the process, and the measured processes end
// with it.
void HandleSignal(int number) {
  std::signal(number, SIG_DFL);
  interrupted->Cancel();
}

}  // namespace

int RunProgram(const std::vector<std::string>& words, int (*command)(const CommandContext&)) {
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

  const absl::StatusOr<Options> options = ParseCommandLine(words);
  if (!options.ok()) {
    std::cerr << "benchcell: " << options.status().message() << std::endl;
    return kExitBadInput;
  }
  const CommandContext context = {*options, places, std::cout, std::cerr, flag};
  errno = 0;
  const int code = command(context);
  std::cout.flush();
  if (std::cout) return code;
  // A reader that has seen enough, such as head, is no failure.
  if (errno == EPIPE) return code;
  std::cerr << "benchcell: the result can't be written to standard output" << std::endl;
  return kExitNotMeasured;
}

}  // namespace benchcell
