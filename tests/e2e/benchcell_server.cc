#include "tests/e2e/benchcell_server.h"

#include <signal.h>

#include <cstdlib>

#include "gtest/gtest.h"

namespace benchcell {

BenchcellServer::~BenchcellServer() { Stop(SIGTERM); }

void BenchcellServer::Start(const std::vector<std::string>& arguments, const std::string& ready) {
  pid_ = program_.Start(arguments);
  ASSERT_TRUE(program_.WaitForLog(pid_, ready)) << program_.Log();
}

Finished BenchcellServer::Stop(int signal) {
  if (pid_ == 0) return {};
  kill(pid_, signal);
  const pid_t pid = pid_;
  pid_ = 0;
  return program_.Wait(pid);
}

int PortOf(const BenchcellServer& coordinator) {
  const std::string log = coordinator.Log();
  const size_t at = log.rfind(kListening);
  return at == std::string::npos ? 0 : std::atoi(log.c_str() + at + sizeof(kListening) - 1);
}

}  // namespace benchcell
