// A lab as its people run it: certificates, a coordinator, agents and a command line, each a
// process of its own, over TLS.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"
#include "tests/e2e/benchcell_server.h"

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class LabTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    certs_ = std::make_unique<BenchcellProgram>(name + "-certs");
    user_ = std::make_unique<BenchcellProgram>(name + "-user");
    tls_ = (certs_->directory() / "tls").string();
    Certify({"ca"});
    Certify({"coordinator", "--host=127.0.0.1"});
    for (const char* machine : {"lab-1", "lab-2"}) Certify({"agent", machine});
    Certify({"submitter", "ann"});
    Certify({"viewer", "bob"});
    coordinator_ = std::make_unique<BenchcellServer>(name + "-coordinator");
    StartCoordinator("127.0.0.1:0");
  }

  void Certify(std::vector<std::string> words) {
    words.insert(words.begin(), "certs");
    words.push_back("--tls=" + tls_);
    const Finished made = certs_->Run(words);
    ASSERT_EQ(made.code, 0) << made.log;
  }

  void StartCoordinator(const std::string& listen) {
    coordinator_->Start({"coordinator", "--listen=" + listen, "--tls=" + tls_}, kListening);
    port_ = PortOf(*coordinator_);
  }

  std::string Address() const { return "127.0.0.1:" + std::to_string(port_); }

  std::unique_ptr<BenchcellServer> StartAgent(const std::string& machine) {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    auto agent = std::make_unique<BenchcellServer>(test + "-" + machine);
    agent->Start({"agent", "--coordinator=" + Address(), "--tls=" + tls_ + "/agent-" + machine,
                  "--quiet-wait=0s"},
                 kAsking);
    return agent;
  }

  std::vector<std::string> As(const std::string& member, std::vector<std::string> words) {
    words.push_back("--coordinator=" + Address());
    words.push_back("--tls=" + tls_ + "/" + member);
    return words;
  }

  // Until every agent has been heard of.
  void WaitForMachines(size_t count) {
    while (true) {
      const Finished machines = user_->Run(As("viewer-bob", {"machines"}));
      ASSERT_EQ(machines.code, 0) << machines.log;
      const std::vector<std::string> lines = absl::StrSplit(machines.out, '\n', absl::SkipEmpty());
      if (machines.out.find("no machine") == std::string::npos && lines.size() == count) return;
    }
  }

  std::vector<std::string> Tiny(int rounds) {
    return As("submitter-ann",
              {"run", "tests/e2e/tiny.textproto", "--bundles=tests/e2e/tiny.bundles.json",
               "--format=csv", "--only=state=cold", "--rounds=" + std::to_string(rounds)});
  }

  std::unique_ptr<BenchcellProgram> certs_;
  std::unique_ptr<BenchcellProgram> user_;
  std::unique_ptr<BenchcellServer> coordinator_;
  std::string tls_;
  int port_ = 0;
};

// What a run's CSV says of its runs: cell and machine of each that counts.
std::vector<std::pair<std::string, std::string>> CellsAndMachines(const std::string& csv) {
  std::vector<std::pair<std::string, std::string>> runs;
  const std::vector<std::string> lines = absl::StrSplit(csv, "\r\n", absl::SkipEmpty());
  for (const std::string& line : lines) {
    if (!absl::StrContains(line, ",wall_time,")) continue;
    // run, experiment, digest, seed, version, cell, round, position, build, index, attempt,
    // superseded, machine.
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(',', 13));
    if (fields.at(11) == "false") runs.emplace_back(fields.at(5), fields.at(12));
  }
  return runs;
}

TEST_F(LabTest, FansOutAndPrintsTheTable) {
  const auto first = StartAgent("lab-1");
  const auto second = StartAgent("lab-2");
  WaitForMachines(2);
  const Finished run = user_->Run(Tiny(2));
  ASSERT_EQ(run.code, 0) << run.log << coordinator_->Log();
  // 2 cells, 2 builds, 2 rounds of 2 runs.
  const auto runs = CellsAndMachines(run.out);
  EXPECT_THAT(runs, SizeIs(16)) << run.out;
  std::map<std::string, std::set<std::string>> machines;
  for (const auto& [cell, machine] : runs) machines[cell].insert(machine);
  EXPECT_THAT(machines, SizeIs(2));
  std::set<std::string> all;
  for (const auto& [cell, on] : machines) {
    EXPECT_THAT(on, SizeIs(1)) << "a cell is measured on one machine";
    all.insert(on.begin(), on.end());
  }
  EXPECT_THAT(all, SizeIs(2)) << "both machines were idle";

  const Finished listed = user_->Run(As("viewer-bob", {"machines"}));
  EXPECT_THAT(listed.out, HasSubstr("lab-1 "));
  EXPECT_THAT(listed.out, HasSubstr("lab-2 "));
  const Finished status = user_->Run(As("viewer-bob", {"status", "--check"}));
  EXPECT_EQ(status.code, 0) << status.out;
  EXPECT_THAT(status.out, HasSubstr("no active run"));
  const Finished watched = user_->Run(As("viewer-bob", {"watch", "latest"}));
  EXPECT_EQ(watched.code, 0) << watched.log;
  EXPECT_THAT(watched.out, HasSubstr("| fsModuleCache"));
}

TEST_F(LabTest, NothingIsLostWhenAgentAndCoordinatorAreKilled) {
  auto agent = StartAgent("lab-1");
  WaitForMachines(1);
  const pid_t pid = user_->Start(Tiny(3));
  ASSERT_TRUE(user_->WaitForLog(pid, "blocks 1/6")) << user_->Log();
  agent->Stop(SIGKILL);
  coordinator_->Stop(SIGKILL);
  StartCoordinator(Address());
  agent = StartAgent("lab-1");
  const Finished run = user_->Wait(pid);
  ASSERT_EQ(run.code, 0) << run.log << coordinator_->Log();
  EXPECT_THAT(run.log, HasSubstr("out of reach"));
  EXPECT_THAT(CellsAndMachines(run.out), SizeIs(24)) << "each planned run once";
}

TEST_F(LabTest, ARunCanBeStoppedFromElsewhereAndGoneOnWith) {
  const auto agent = StartAgent("lab-1");
  WaitForMachines(1);
  const pid_t pid = user_->Start(Tiny(3));
  ASSERT_TRUE(user_->WaitForLog(pid, "blocks 1/6")) << user_->Log();
  BenchcellProgram other("other-user");
  const Finished refused = other.Run(As("viewer-bob", {"cancel", "latest"}));
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.log, HasSubstr("viewer bob"));
  EXPECT_THAT(refused.log, HasSubstr("expected submitter or admin"));
  const Finished cancelled = other.Run(As("submitter-ann", {"cancel", "latest"}));
  EXPECT_EQ(cancelled.code, 0) << cancelled.log;
  const Finished stopped = user_->Wait(pid);
  EXPECT_EQ(stopped.code, 3);
  EXPECT_THAT(stopped.log, HasSubstr("was stopped before its end"));
  EXPECT_THAT(stopped.log, HasSubstr("stopped by submitter ann"));
  const Finished run = user_->Run(Tiny(3));
  EXPECT_EQ(run.code, 0) << run.log;
  EXPECT_THAT(run.log, HasSubstr("resuming run"));
}

TEST_F(LabTest, StrangersAreToldWhyTheyAreNotLetIn) {
  BenchcellProgram stranger("stranger");
  const std::string tls = (stranger.directory() / "tls").string();
  ASSERT_EQ(stranger.Run({"certs", "ca", "--tls=" + tls}).code, 0);
  ASSERT_EQ(stranger.Run({"certs", "submitter", "eve", "--tls=" + tls}).code, 0);
  const Finished refused =
      stranger.Run({"status", "--coordinator=" + Address(), "--tls=" + tls + "/submitter-eve"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.log, HasSubstr("CA"));

  const Finished plain = stranger.Run({"status", "--coordinator=" + Address()});
  EXPECT_EQ(plain.code, 3);
  EXPECT_THAT(plain.log, HasSubstr("give --tls here, too"));

  const Finished network = stranger.Run({"status", "--coordinator=10.0.0.1:7777"});
  EXPECT_EQ(network.code, 2);
  EXPECT_THAT(network.log, HasSubstr("--insecure-network"));
  const Finished nowhere = stranger.Run({"status"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.log, HasSubstr("needs --coordinator=HOST:PORT"));
}

TEST_F(LabTest, AClassThatNoMachineHasIsRefusedWithTheNearest) {
  const auto agent = StartAgent("lab-1");
  WaitForMachines(1);
  BenchcellProgram user("class-user");
  std::string text = ReadFile("tests/e2e/tiny.textproto").value();
  text += "\nmachine_class: \"apple-m4-pro\"\n";
  const std::string file = (user.directory() / "tiny.textproto").string();
  ASSERT_TRUE(WriteFile(file, text).ok());
  const std::vector<std::string> command =
      As("submitter-ann",
         {"run", file, "--bundles=tests/e2e/tiny.bundles.json", "--only=state=cold", "--rounds=1"});
  const Finished refused = user.Run(command);
  EXPECT_EQ(refused.code, 3) << refused.out;
  EXPECT_THAT(refused.log, HasSubstr("apple-m4-pro"));
  EXPECT_THAT(refused.log, HasSubstr("lab-1"));
  std::vector<std::string> any = command;
  any.push_back("--any-machine");
  const Finished run = user.Run(any);
  EXPECT_EQ(run.code, 0) << run.log;
  EXPECT_THAT(run.out, HasSubstr("is no apple-m4-pro")) << "the table says so";
}

}  // namespace
}  // namespace benchcell
