// A `benchcell coordinator` or `benchcell agent` that serves while a test runs.

#ifndef BENCHCELL_TESTS_E2E_BENCHCELL_SERVER_H_
#define BENCHCELL_TESTS_E2E_BENCHCELL_SERVER_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/benchcell_program.h"

namespace benchcell {

class BenchcellServer {
 public:
  // `name`: for a directory of its own.
  explicit BenchcellServer(const std::string& name) : program_(name) {}
  // Ends it as a service manager does.
  ~BenchcellServer();
  BenchcellServer(const BenchcellServer&) = delete;
  BenchcellServer& operator=(const BenchcellServer&) = delete;

  // As BenchcellProgram has it.
  void UsePrograms(const std::filesystem::path& folder, const std::filesystem::path& program) {
    program_.UsePrograms(folder, program);
  }

  // Returns when its log holds `ready`; fails the test if it ends before.
  void Start(const std::vector<std::string>& arguments, const std::string& ready);

  // Sends the signal and waits for the end. Nothing happens if it isn't running.
  Finished Stop(int signal);

  std::string Log() const { return program_.Log(); }

 private:
  BenchcellProgram program_;
  pid_t pid_ = 0;
};

// What a coordinator's log says while it serves, before the number.
inline constexpr char kListening[] = "listening on port ";
// The port that it says there.
int PortOf(const BenchcellServer& coordinator);

// What an agent's log says when it has begun.
inline constexpr char kAsking[] = "for work";

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_E2E_BENCHCELL_SERVER_H_
