#include "runners/agent/agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runners/agent/fakes.h"
#include "runners/base/files.h"
#include "runners/blobs/bundle_cache.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// A coordinator that gives out prepared leases and takes what it is handed. Stops the agent when
// there is nothing left to give.
class FakeCoordinator : public CoordinatorClient {
 public:
  explicit FakeCoordinator(CancellationFlag& stop) : stop_(stop) {}

  std::deque<v1::Lease> leases;
  std::vector<v1::DeliverRequest> delivered;
  std::vector<std::string> uploaded;
  // Answered to the next calls of Synchronize.
  std::deque<absl::Status> synchronize_answers;
  // Answered to the next calls of Deliver, then OK.
  std::deque<absl::Status> deliver_answers;
  // Lease that a heartbeat is told to work on; 0: the one that it works on.
  uint64_t heartbeat_token = 0;

  absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState& state) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!synchronize_answers.empty()) {
      const absl::Status answer = synchronize_answers.front();
      synchronize_answers.pop_front();
      return answer;
    }
    v1::DesiredState desired;
    if (state.has_lease()) {
      desired.mutable_lease()->set_fencing_token(
          heartbeat_token != 0 ? heartbeat_token : state.lease().fencing_token());
    } else if (!leases.empty()) {
      *desired.mutable_lease() = leases.front();
      leases.pop_front();
    } else {
      stop_.Cancel();
    }
    return desired;
  }

  absl::Status Deliver(const v1::DeliverRequest& request) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!deliver_answers.empty()) {
      const absl::Status answer = deliver_answers.front();
      deliver_answers.pop_front();
      if (!answer.ok()) return answer;
    }
    delivered.push_back(request);
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& sha256) override {
    return sha256;
  }
  absl::Status Upload(const std::string& sha256, const fs::path& file) override {
    EXPECT_EQ(*Sha256OfFile(file), sha256);
    uploaded.push_back(sha256);
    return absl::OkStatus();
  }
  absl::Status Download(const std::string& sha256, PartialBlob&, const CancellationFlag&) override {
    return absl::NotFoundError("no blob " + sha256);
  }

 private:
  CancellationFlag& stop_;
  std::mutex mutex_;
};

class AgentTest : public testing::Test {
 protected:
  void SetUp() override {
    state_ = fs::path(testing::TempDir()) /
             testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(state_).ok());
    workdir_ = std::make_unique<Workdir>(state_);
    bundles_ = *BundleCache::Open(workdir_->Bundles());
    fetcher_ = *BundleFetcher::Open({coordinator_, *bundles_},
                                    {.arrivals = workdir_->Arrivals(), .limit = 1'000'000});
  }

  static v1::Lease Lease(uint64_t token) {
    v1::Lease lease;
    lease.set_run_id("run");
    lease.set_fencing_token(token);
    v1::Step& step = *lease.mutable_cell()->add_build()->add_step();
    step.set_when(v1::Step::EACH_RUN);
    step.mutable_command()->set_role(v1::Command::MEASURE);
    step.mutable_command()->add_argument("/bin/measure");
    step.mutable_command()->mutable_timeout()->set_seconds(60);
    lease.mutable_block()->add_run();
    return lease;
  }

  absl::Status RunAgent() {
    v1::Machine machine;
    machine.set_id("machine");
    Agent agent({*workdir_, coordinator_, processes_, *fetcher_, facts_, SystemRandom,
                 [this](const std::string& line) { log_.push_back(line); }, /*quietness=*/nullptr,
                 /*quiet_limits=*/{}, room_, most_failures_, tuning_},
                machine, absl::Milliseconds(5));
    return agent.Run(stop_);
  }

  fs::path state_;
  std::unique_ptr<Workdir> workdir_;
  std::unique_ptr<BundleCache> bundles_;
  FakeFactsReader facts_;
  RoomProbe room_ = RoomOnDisk;
  int most_failures_ = 0;
  BlockTuning* tuning_ = nullptr;
  std::vector<std::string> log_;
  FakeProcessRunner processes_;
  CancellationFlag stop_;
  FakeCoordinator coordinator_{stop_};
  std::unique_ptr<BundleFetcher> fetcher_;
};

TEST_F(AgentTest, HandsOverEachBlockBeforeItAsksForTheNext) {
  coordinator_.leases = {Lease(1), Lease(2)};
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 2u);
  EXPECT_EQ(coordinator_.delivered[0].fencing_token(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::MEASURED);
  EXPECT_EQ(coordinator_.delivered[0].record_size(), 1);
  EXPECT_EQ(coordinator_.uploaded.size(), 4u) << "stdout and stderr of both";
  EXPECT_TRUE(Outbox(workdir_->Outbox()).Pending()->empty());
  EXPECT_TRUE(fs::is_empty(workdir_->Scopes()));
  EXPECT_TRUE(fs::is_empty(workdir_->Runs())) << "the run is not active any more";
}

TEST_F(AgentTest, KeepsRecordsUntilTheyAreTaken) {
  coordinator_.leases = {Lease(1)};
  coordinator_.deliver_answers = {absl::UnavailableError("gone"), absl::OkStatus()};
  ASSERT_TRUE(RunAgent().ok());
  EXPECT_EQ(coordinator_.delivered.size(), 1u);
}

TEST_F(AgentTest, DropsWhatItsCoordinatorDoesNotKnow) {
  coordinator_.leases = {Lease(1), Lease(2)};
  coordinator_.deliver_answers = {absl::NotFoundError("no such run")};
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].fencing_token(), 2u);
}

TEST_F(AgentTest, DeliversWhatAPredecessorLeft) {
  Outbox predecessor(workdir_->Outbox());
  ASSERT_TRUE(predecessor.Begin("machine", Lease(9)).ok());
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].fencing_token(), 9u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::ABANDONED);
}

TEST_F(AgentTest, StopsABlockThatIsNoLongerWanted) {
  coordinator_.leases = {Lease(1)};
  coordinator_.leases.back().mutable_block()->add_run()->set_position(1);
  coordinator_.heartbeat_token = 77;
  processes_.script = [&](const ProcessSpec&) -> absl::StatusOr<ProcessResult> {
    // Long enough for some heartbeats; what is asserted doesn't depend on how many.
    absl::SleepFor(absl::Milliseconds(300));
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::ABANDONED);
  EXPECT_EQ(processes_.started.size(), 1u);
}

TEST_F(AgentTest, StopEndsTheBlockAndHandsOverWhatIsThere) {
  coordinator_.leases = {Lease(1), Lease(2)};
  coordinator_.leases.front().mutable_block()->add_run()->set_position(1);
  processes_.script = [&](const ProcessSpec&) -> absl::StatusOr<ProcessResult> {
    stop_.Cancel();
    absl::SleepFor(absl::Milliseconds(300));
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::ABANDONED);
  EXPECT_EQ(coordinator_.leases.size(), 1u) << "the next block is left to others";
}

TEST_F(AgentTest, MissingBundleIsNotMeasured) {
  coordinator_.leases = {Lease(1)};
  coordinator_.leases.front().add_bundle()->set_sha256(std::string(64, 'a'));
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::NOT_MEASURED);
  EXPECT_THAT(coordinator_.delivered[0].message(), testing::HasSubstr("no blob aaaa"));
}

TEST_F(AgentTest, ABundleThatIsNoneIsNotTheMachinesFault) {
  coordinator_.leases = {Lease(1)};
  coordinator_.leases.front().add_bundle()->set_sha256("no digest");
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 1u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::MEASURED);
  ASSERT_EQ(coordinator_.delivered[0].record_size(), 1);
  EXPECT_EQ(coordinator_.delivered[0].record(0).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(coordinator_.delivered[0].record(0).message(), testing::HasSubstr("no digest"));
  EXPECT_TRUE(processes_.started.empty());
}

TEST_F(AgentTest, MachineThatMeasuresNothingEndsTheAgent) {
  most_failures_ = 2;
  for (int i = 1; i <= most_failures_ + 1; ++i) {
    coordinator_.leases.push_back(Lease(static_cast<uint64_t>(i)));
    coordinator_.leases.back().add_bundle()->set_sha256(std::string(64, 'a'));
  }
  const absl::Status ended = RunAgent();
  EXPECT_EQ(ended.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(ended.message()), testing::HasSubstr("no blob aaaa"));
  EXPECT_EQ(coordinator_.leases.size(), 1u);
}

TEST_F(AgentTest, InALabTheCoordinatorDecidesWhoGetsNoMore) {
  coordinator_.leases = {Lease(1), Lease(2), Lease(3)};
  for (v1::Lease& lease : coordinator_.leases) lease.add_bundle()->set_sha256(std::string(64, 'a'));
  EXPECT_TRUE(RunAgent().ok());
  EXPECT_EQ(coordinator_.delivered.size(), 3u);
}

TEST_F(AgentTest, AnOutageIsLoggedOnce) {
  coordinator_.synchronize_answers = {absl::UnavailableError("at 10:01"),
                                      absl::UnavailableError("at 10:02"),
                                      absl::PermissionDeniedError("no")};
  ASSERT_TRUE(RunAgent().ok());
  EXPECT_THAT(log_, testing::ElementsAre("can't synchronize: at 10:01", "can't synchronize: no",
                                         "the coordinator answers again"));
}

TEST_F(AgentTest, FullDiskEndsTheAgent) {
  coordinator_.leases = {Lease(1)};
  processes_.script = [](const ProcessSpec&) -> absl::StatusOr<ProcessResult> {
    return absl::ResourceExhaustedError("no space left");
  };
  EXPECT_EQ(RunAgent().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Outbox(workdir_->Outbox()).Pending()->size(), 1u) << "kept for the next start";
}

TEST_F(AgentTest, OnAFullDiskItAsksForNoWorkAndKeepsNothingBack) {
  ASSERT_TRUE(MakeFolder(workdir_->state()).ok());
  coordinator_.leases = {Lease(1), Lease(2)};
  int asked = 0;
  // Full from the end of the first block on.
  room_ = [&](const fs::path&) { return ++asked <= 2 ? kLeastRoom : 0; };
  EXPECT_EQ(RunAgent().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(coordinator_.leases.size(), 1u);
  EXPECT_EQ(coordinator_.delivered.size(), 1u);
}

TEST_F(AgentTest, MachineIdIsMadeOnce) {
  const auto first = MachineId(*workdir_, [] { return uint64_t{0xabc}; });
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(*first, "m-000000000000");
  EXPECT_EQ(*MachineId(*workdir_, [] { return ~uint64_t{0}; }), *first);
}

TEST_F(AgentTest, BlockDuringWhichTheMachineChangedIsNotMeasured) {
  facts_.facts.set_governor("performance");
  coordinator_.leases = {Lease(1), Lease(2)};
  processes_.script = [this](const ProcessSpec&) -> absl::StatusOr<ProcessResult> {
    facts_.facts.set_governor("powersave");
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(RunAgent().ok());
  ASSERT_EQ(coordinator_.delivered.size(), 2u);
  EXPECT_EQ(coordinator_.delivered[0].outcome(), v1::NOT_MEASURED);
  EXPECT_THAT(coordinator_.delivered[0].message(),
              testing::HasSubstr("governor performance -> powersave"));
  EXPECT_EQ(coordinator_.delivered[1].outcome(), v1::MEASURED) << "it stayed as it is now";
}

// Says in the facts whether it is in force.
class FakeTuning : public BlockTuning {
 public:
  explicit FakeTuning(FakeFactsReader& facts) : facts_(facts) {}
  absl::Status Begin() override {
    facts_.facts.set_governor(sets);
    ++begun;
    return status;
  }
  void End() override {
    facts_.facts.set_governor("performance");
    ++ended;
  }

  absl::Status status;
  std::string sets = "performance";
  int begun = 0;
  int ended = 0;

 private:
  FakeFactsReader& facts_;
};

TEST_F(AgentTest, IsTunedForTheTimeOfABlock) {
  FakeTuning tuning(facts_);
  tuning_ = &tuning;
  facts_.facts.set_governor("performance");
  processes_.script = [&](const ProcessSpec&) -> absl::StatusOr<ProcessResult> {
    EXPECT_EQ(tuning.begun, tuning.ended + 1);
    return FakeProcessRunner::Exited(0);
  };
  coordinator_.leases = {Lease(1), Lease(2)};
  ASSERT_TRUE(RunAgent().ok());
  EXPECT_EQ(tuning.begun, 2);
  EXPECT_EQ(tuning.ended, 2);
  EXPECT_EQ(coordinator_.delivered.at(1).outcome(), v1::MEASURED);
}

TEST_F(AgentTest, MeasuresNothingOnAMachineThatIsNotAsItWasReported) {
  FakeTuning tuning(facts_);
  tuning.sets = "powersave";
  tuning_ = &tuning;
  facts_.facts.set_governor("performance");
  coordinator_.leases = {Lease(1)};
  ASSERT_TRUE(RunAgent().ok());
  EXPECT_TRUE(processes_.started.empty());
  EXPECT_EQ(coordinator_.delivered.at(0).outcome(), v1::NOT_MEASURED);
  EXPECT_EQ(coordinator_.delivered.at(0).message(),
            "the machine changed before the block was measured: governor performance -> powersave");
  EXPECT_EQ(tuning.ended, 1);
}

TEST_F(AgentTest, MeasuresNothingThatCouldNotBeTuned) {
  FakeTuning tuning(facts_);
  tuning.status = absl::ResourceExhaustedError("tuned: the disk is full");
  tuning_ = &tuning;
  coordinator_.leases = {Lease(1)};
  EXPECT_EQ(RunAgent(), tuning.status);
  EXPECT_TRUE(processes_.started.empty());
}

}  // namespace
}  // namespace benchcell
