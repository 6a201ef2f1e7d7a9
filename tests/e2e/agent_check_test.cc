// What someone sees who asks a machine whether it is fit for a lab.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/benchcell_program.h"
#include "tests/e2e/benchcell_server.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

TEST(AgentCheckTest, NeedsNothingAndSaysForEachLackWhatToDo) {
  BenchcellProgram benchcell("alone");
  const Finished finished = benchcell.Run({"agent", "--check"});
  EXPECT_THAT(finished.code, AnyOf(0, 1)) << finished.log;
  EXPECT_THAT(finished.log, IsEmpty());
  EXPECT_THAT(finished.out, StartsWith("Held against linux-"));
  const std::vector<std::string> lines = absl::StrSplit(finished.out, '\n');
  EXPECT_THAT(lines, SizeIs(Gt(18)));
  int lacking = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!absl::StartsWith(lines[i], "LACKS  ")) continue;
    ++lacking;
    ASSERT_LT(i + 2, lines.size());
    EXPECT_THAT(lines[i + 1], StartsWith("       wanted: ")) << lines[i];
    EXPECT_THAT(lines[i + 2], StartsWith("       ")) << lines[i];
  }
  EXPECT_EQ(finished.code, lacking > 0 ? 1 : 0);
  EXPECT_THAT(finished.out, EndsWith(lacking > 0 ? " lack.\n" : "Nothing lacks.\n"));
  EXPECT_FALSE(fs::exists(benchcell.directory() / "benchcell")) << "a look makes no state";
}

TEST(AgentCheckTest, HoldsTheMachineAgainstTheClassThatIsAskedFor) {
  BenchcellProgram benchcell("class");
  const Finished mac = benchcell.Run({"agent", "--check", "--class=apple-m4-pro"});
  EXPECT_EQ(mac.code, 1);
  EXPECT_THAT(mac.out, StartsWith("Held against apple-m4-pro, as --class says"));
  EXPECT_THAT(mac.out, ContainsRegex("LACKS  platform: linux-[a-z0-9]+\n"
                                     "       wanted: darwin-arm64;"));
  const Finished unknown = benchcell.Run({"agent", "--check", "--class=linux-x46"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.log, HasSubstr("\"linux-x64\""));
  EXPECT_THAT(unknown.out, IsEmpty());
}

TEST(AgentCheckTest, LooksWhetherTheLabIsInReach) {
  BenchcellProgram benchcell("lab");
  const std::string lab = benchcell.directory() / "lab";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"certs", "ca"},
                                                {"certs", "coordinator", "--host=127.0.0.1"},
                                                {"certs", "agent", "lab-1"},
                                                {"certs", "agent", "lab-2", "--days=3"}}) {
    std::vector<std::string> all = words;
    all.push_back("--tls=" + lab);
    ASSERT_EQ(benchcell.Run(all).code, 0);
  }
  BenchcellServer coordinator("lab-coordinator");
  coordinator.Start({"coordinator", "--listen=127.0.0.1:0", "--tls=" + lab}, kListening);
  const std::string address = absl::StrCat("127.0.0.1:", PortOf(coordinator));
  const std::vector<std::string> check = {"agent", "--check", "--coordinator=" + address,
                                          "--tls=" + lab + "/agent-lab-1"};
  Finished finished = benchcell.Run(check);
  EXPECT_THAT(finished.out, HasSubstr("ok     certificate: the certificate of agent lab-1"));
  EXPECT_THAT(finished.out, HasSubstr("ok     coordinator: " + address + " answers"));

  finished = benchcell.Run({"agent", "--check", "--tls=" + lab + "/agent-lab-2"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.out, HasSubstr("LACKS  certificate: the certificate of agent lab-2"));
  EXPECT_THAT(finished.out, Not(HasSubstr("coordinator:")));

  EXPECT_EQ(coordinator.Stop(SIGTERM).code, 0);
  finished = benchcell.Run(check);
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.out, HasSubstr("LACKS  coordinator: " + address));
}

}  // namespace
}  // namespace benchcell
