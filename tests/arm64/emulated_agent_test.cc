// An agent built for arm64, under an emulator, works for a coordinator of this machine: over TLS,
// with the arm64 bundle of the pinned node, to a stored record. It says that it is emulated, and is
// no machine of a class.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/store/open_store.h"
#include "tests/arm64/run_arm64.h"
#include "tests/e2e/benchcell_program.h"
#include "tests/e2e/benchcell_server.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;

fs::path Runfiles() { return fs::path(std::getenv("TEST_SRCDIR")) / std::getenv("TEST_WORKSPACE"); }

// Here, for this process and all that the tests start; the reason why not otherwise.
absl::Status BecomeArm64() {
  const fs::path packages =
      fs::canonical(Runfiles().parent_path() / "linux_arm64_root" / "packages.txt");
  return RunArm64(Runfiles() / "tests/arm64/qemu_in_root", packages.parent_path() / "tree",
                  std::getenv("TEST_TMPDIR"));
}

std::string Start(const fs::path& file) {
  std::string start(20, '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<long>(start.size()));
  return start;
}

class EmulatedAgentTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { arm64_ = BecomeArm64(); }

  void SetUp() override {
    if (absl::IsUnavailable(arm64_)) GTEST_SKIP() << arm64_.message();
    ASSERT_TRUE(arm64_.ok()) << arm64_;
    tls_ = (user_.directory() / "tls").string();
    Certify({"ca"});
    Certify({"coordinator", "--host=127.0.0.1"});
    Certify({"agent", "board"});
    Certify({"submitter", "ann"});
    coordinator_.Start(
        {"coordinator", "--listen=127.0.0.1:0", "--tls=" + tls_, "--store=" + store_}, kListening);
    address_ = "127.0.0.1:" + std::to_string(PortOf(coordinator_));
  }

  void Certify(std::vector<std::string> words) {
    words.insert(words.begin(), "certs");
    words.push_back("--tls=" + tls_);
    const Finished made = user_.Run(words);
    ASSERT_EQ(made.code, 0) << made.log;
  }

  Finished AsAnn(std::vector<std::string> words) {
    words.push_back("--coordinator=" + address_);
    words.push_back("--tls=" + tls_ + "/submitter-ann");
    return user_.Run(words);
  }

  void WaitForTheMachine() {
    while (AsAnn({"machines"}).out.find("board") == std::string::npos) {
    }
  }

  // The one that was measured; discovery is a run of its own.
  v1::ExperimentRun StoredRun() {
    const auto store = OpenStore(store_);
    EXPECT_TRUE(store.ok()) << store.status();
    const std::vector<v1::RunSummary> runs = (*store)->ListRuns().value();
    for (const v1::RunSummary& summary : runs) {
      v1::ExperimentRun run = (*store)->LoadRun(summary.id()).value();
      if (!run.discovery()) return run;
    }
    return {};
  }

  static inline absl::Status arm64_;
  BenchcellProgram user_{"user"};
  BenchcellServer coordinator_{"coordinator"};
  std::string store_ = user_.directory() / "store.db";
  std::string tls_;
  std::string address_;
};

TEST_F(EmulatedAgentTest, MeasuresWithArm64BundlesAndIsOfNoClass) {
  BenchcellServer agent("agent");
  const fs::path programs = Runfiles() / "tests/arm64/linux-arm64";
  for (const char* program : {"runners/cli/benchcell_agent", "runners/exec/warden"}) {
    ASSERT_EQ(Start(programs / program).substr(18), std::string("\xb7\0", 2)) << program;
  }
  agent.UsePrograms(programs, "runners/cli/benchcell_agent");
  agent.Start({"--coordinator=" + address_, "--tls=" + tls_ + "/agent-board", "--quiet-wait=0s"},
              kAsking);
  EXPECT_THAT(agent.Log(), HasSubstr("linux-arm64"));
  WaitForTheMachine();

  std::vector<std::string> run = {"run", "tests/arm64/emulated.textproto",
                                  "--bundles=tests/arm64/emulated.bundles.json"};
  const Finished refused = AsAnn(run);
  EXPECT_EQ(refused.code, 3) << refused.out;
  EXPECT_THAT(refused.log, HasSubstr("emulat"));

  run.push_back("--any-machine");
  const Finished measured = AsAnn(run);
  ASSERT_EQ(measured.code, 0) << measured.log << agent.Log() << coordinator_.Log();
  EXPECT_THAT(measured.out, HasSubstr("is no linux-arm64"));

  EXPECT_EQ(agent.Stop(SIGTERM).code, 0);
  coordinator_.Stop(SIGTERM);
  const v1::ExperimentRun stored = StoredRun();
  ASSERT_EQ(stored.machine_size(), 1);
  const v1::MachineFacts& facts = stored.machine(0).facts();
  EXPECT_EQ(facts.platform(), "linux-arm64");
  EXPECT_EQ(facts.emulated(), v1::ON);
  ASSERT_EQ(stored.record_size(), 1);
  const v1::RunRecord& record = stored.record(0);
  EXPECT_EQ(record.status(), v1::OK) << record.message();
  EXPECT_EQ(record.machine(), stored.machine(0).id());
  EXPECT_THAT(record.sample(), SizeIs(Gt(0)));
}

}  // namespace
}  // namespace benchcell
