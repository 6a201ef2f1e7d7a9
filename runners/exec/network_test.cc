// A run has a network of its own unless it asks for the machine's.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "gmock/gmock.h"
#include "runners/exec/run_network.h"
#include "runners/exec/runner_fixture.h"
#include "runners/exec/unique_fd.h"

namespace benchcell {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class NetworkTest : public RunnerFixture {
 protected:
  void SetUp() override {
    RunNetwork network(Program("WARDEN"));
    const auto namespaces = network.Get();
    if (!namespaces.ok()) GTEST_SKIP() << "this machine can't: " << namespaces.status();
    kind_ = (*namespaces)->kind;
  }

  int ExitCode(const ProcessSpec& spec) {
    const auto result = runner_.Run(spec, never_);
    EXPECT_TRUE(result.ok()) << result.status();
    if (!result.ok()) return -1;
    isolation_ = result->isolation;
    return static_cast<int>(result->exit.code());
  }

  WardenRunner runner_{Options()};
  WardenNetwork kind_ = WardenNetwork::kInherited;
  v1::Isolation isolation_;
};

// A port of the machine's loopback on which someone listens.
class Listener {
 public:
  Listener() {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(socket_.get(), 8), 0);
    EXPECT_EQ(getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = std::to_string(ntohs(address.sin_port));
  }
  const std::string& port() const { return port_; }

 private:
  const UniqueFd socket_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string port_;
};

TEST_F(NetworkTest, ThereIsNothingButLoopback) {
  const ProcessSpec spec = ProbeSpec({"interfaces"});
  EXPECT_EQ(ExitCode(spec), 0);
  EXPECT_EQ(isolation_.network(), v1::Isolation::LOOPBACK_ONLY);
  // Some kernels put the ends of tunnels, which lead nowhere, into every network.
  std::istringstream names(Read(spec.stdout_file));
  for (std::string name; names >> name;) {
    EXPECT_THAT(name, testing::ContainsRegex("^(lo|.*tnl0|sit0|gre0|gretap0|erspan0|ip.*vti0)$"));
  }
  EXPECT_THAT(Read(spec.stdout_file), HasSubstr("lo\n"));
}

TEST_F(NetworkTest, ServersOnLoopbackWork) { EXPECT_EQ(ExitCode(ProbeSpec({"loopback"})), 0); }

TEST_F(NetworkTest, TheMachinesLoopbackIsReachedOnlyByWhoAsksForIt) {
  const Listener listener;
  ProcessSpec spec = ProbeSpec({"connect", listener.port()});
  EXPECT_EQ(ExitCode(spec), 1);
  spec.network = true;
  EXPECT_EQ(ExitCode(spec), 0);
  EXPECT_EQ(isolation_.network(), v1::Isolation::MACHINE_AS_ASKED);
}

TEST_F(NetworkTest, EveryRunHasTheSameOne) {
  std::vector<std::string> names;
  for (int i = 0; i < 2; ++i) {
    const ProcessSpec spec = Spec({"/usr/bin/readlink", "/proc/self/ns/net"});
    EXPECT_EQ(ExitCode(spec), 0);
    names.push_back(Read(spec.stdout_file));
  }
  EXPECT_THAT(names[0], HasSubstr("net:["));
  EXPECT_EQ(names[0], names[1]);
  char own[64] = {};
  ASSERT_GT(readlink("/proc/self/ns/net", own, sizeof(own) - 1), 0);
  EXPECT_NE(names[0], std::string(own) + "\n");
}

TEST_F(NetworkTest, TheProgramIsWhoItWouldBeElsewhere) {
  const ProcessSpec spec = ProbeSpec({"user"});
  EXPECT_EQ(ExitCode(spec), 0);
  struct stat here;
  ASSERT_EQ(stat(directory_.c_str(), &here), 0);
  std::ostringstream expected;
  expected << geteuid() << " " << getegid() << " " << here.st_uid << "\n";
  EXPECT_EQ(Read(spec.stdout_file), expected.str());
}

TEST_F(NetworkTest, TheProgramGetsNoDescriptorOfIt) {
  const ProcessSpec spec = ProbeSpec({"fds"});
  EXPECT_EQ(ExitCode(spec), 0);
  EXPECT_EQ(Read(spec.stdout_file), "0\n1\n2\n");
}

TEST_F(NetworkTest, ItsProcessesAreStillFoundByTheirScope) {
  // Hangs, and so fails, if what was left is not ended when the warden is.
  const ProcessSpec spec = Spec({"/bin/sh", "-c", "kill -9 $PPID; sleep 1000"});
  EXPECT_EQ(runner_.Run(spec, never_).status().code(), absl::StatusCode::kInternal);
}

// Whatever this test is allowed: what a user is who isn't root.
TEST_F(NetworkTest, AUserWhoIsNotRootGetsOneToo) {
  if (geteuid() != 0) GTEST_SKIP() << "this test isn't run by root; the others show it";
  const pid_t child = fork();
  if (child == 0) {
    constexpr unsigned kNobody = 65534;
    std::filesystem::permissions(directory_, std::filesystem::perms::all);
    if (setgid(kNobody) != 0 || setuid(kNobody) != 0) _exit(9);
    RunNetwork network(Program("WARDEN"));
    const auto namespaces = network.Get();
    if (absl::IsFailedPrecondition(namespaces.status())) _exit(8);
    if (!namespaces.ok()) _exit(7);
    if ((*namespaces)->kind != WardenNetwork::kUserNamespace) _exit(6);
    const ProcessSpec user = ProbeSpec({"user"});
    if (ExitCode(user) != 0 || Read(user.stdout_file).find("65534 65534 ") != 0) _exit(5);
    if (isolation_.network() != v1::Isolation::LOOPBACK_ONLY) _exit(4);
    _exit(ExitCode(ProbeSpec({"loopback"})));
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 9) GTEST_SKIP() << "there is no other user here";
  if (WEXITSTATUS(status) == 8) GTEST_SKIP() << "another user may not read the warden";
  if (WEXITSTATUS(status) == 7) GTEST_SKIP() << "the kernel gives users no namespaces";
  EXPECT_EQ(status, 0) << WEXITSTATUS(status);
}

class NoNetworkTest : public RunnerFixture {
 protected:
  // A warden that, like a kernel that doesn't allow it, makes no network; it runs all else.
  WardenRunnerOptions Refusing() const {
    const std::string script = directory_ + "/warden";
    std::ofstream(script) << "#!/bin/sh\n"
                             "[ \"$1\" = --network ] && exec unshare-is-not-allowed\n"
                             "exec '"
                          << Program("WARDEN") << "' \"$@\"\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    WardenRunnerOptions options = Options();
    options.warden = script;
    return options;
  }
};

TEST_F(NoNetworkTest, TheMachinesIsUsedAndTold) {
  const auto result = WardenRunner(Refusing()).Run(ProbeSpec({"exit", "3"}), never_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 3);
  EXPECT_EQ(result->isolation.network(), v1::Isolation::MACHINE_FOR_WANT_OF_ANOTHER);
  ASSERT_GE(result->isolation.shortfall_size(), 1);
  EXPECT_THAT(result->isolation.shortfall(0), HasSubstr("network: the machine's; "));
}

TEST_F(NoNetworkTest, NothingIsRunWhereAnOwnIsRequired) {
  WardenRunnerOptions options = Refusing();
  options.require_own_network = true;
  WardenRunner runner(options);
  ProcessSpec spec = ProbeSpec({"daemon", PidFile()});
  const absl::Status status = runner.Run(spec, never_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_FALSE(std::filesystem::exists(PidFile()));
  spec.network = true;
  EXPECT_TRUE(runner.Run(spec, never_).ok());
}

}  // namespace
}  // namespace benchcell
