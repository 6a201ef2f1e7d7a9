// Leases that come to no good end, cells whose machine does not come back, and several coordinators
// on one store.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runners/coordinator/coordinator_testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CoordinatorLeasesTest : public CoordinatorTest {
 protected:
  // Time passes while this machine asks for work every now and then and gets none.
  void WaitInVain(const std::string& machine, absl::Duration time) {
    const absl::Time end = now_ + time;
    while (now_ < end && !HasFailure()) {
      now_ += absl::Seconds(30);
      EXPECT_FALSE(Synchronize(machine)->has_lease()) << now_;
    }
  }

  v1::DesiredState SynchronizeWithKernel(const std::string& kernel) {
    v1::AgentState state = StateOf("m");
    state.mutable_machine()->mutable_facts()->set_kernel(kernel);
    return *coordinator_->Synchronize(state);
  }

  // Measures what the machine is given until it gets nothing. Returns the number of blocks.
  int MeasureAll(const std::string& machine) {
    for (int blocks = 0;; ++blocks) {
      const v1::DesiredState desired = *Synchronize(machine);
      if (!desired.has_lease()) return blocks;
      EXPECT_TRUE(coordinator_->Deliver(Measured(desired.lease())).ok());
    }
  }

  // Complete, each planned run used once, each cell of one machine and epoch.
  void ExpectWholeCells(const std::string& id) {
    const v1::ExperimentRun run = Load(id);
    EXPECT_EQ(run.state(), v1::COMPLETE);
    EXPECT_EQ(Used(run), 24);
    std::map<uint32_t, std::set<std::pair<std::string, uint32_t>>> places;
    const std::vector<BlockRow> rows = *store_->Blocks(id);
    for (const BlockRow& row : rows) places[row.key.cell].insert({row.machine, row.epoch});
    for (const auto& [cell, of_cell] : places) EXPECT_EQ(of_cell.size(), 1u) << cell;
  }

  // One more coordinator on the same store.
  struct Other {
    std::unique_ptr<SqliteStore> store;
    std::unique_ptr<Coordinator> coordinator;
  };
  Other OpenOther() {
    Other other;
    other.store = *SqliteStore::Open(folder_ / "store.db", {});
    other.coordinator = std::make_unique<Coordinator>(
        Coordinator::Parts{*other.store, *blobs_, *registry_, [this] { return now_; },
                           [] { return uint64_t{1}; }},
        Coordinator::Options{.lease = absl::Seconds(60), .version = "test"});
    return other;
  }
};

TEST_F(CoordinatorLeasesTest, CellOfAMachineThatIsGoneIsMeasuredAnewByAnother) {
  const std::string id = Submit();
  const v1::Lease begun = LeaseFor("gone");
  ASSERT_TRUE(coordinator_->Deliver(Measured(begun, 1)).ok());
  EXPECT_EQ(MeasureAll("other"), 2) << "the other cell";
  // The absence counts from the end of the lease on, a minute from now.
  WaitInVain("other", absl::Minutes(11));
  now_ += absl::Seconds(1);
  const v1::Lease anew = LeaseFor("other");
  EXPECT_EQ(anew.block().position(), begun.block().position());
  EXPECT_EQ(anew.attempt(), 2u);
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(),
              ElementsAre(AllOf(HasSubstr("cell 0 is measured anew as a whole"),
                                HasSubstr("its machine gone is away"))));
  ASSERT_TRUE(coordinator_->Deliver(Measured(anew)).ok());
  EXPECT_FALSE(Synchronize("gone")->has_lease()) << "it is too late";
  EXPECT_EQ(MeasureAll("other"), 1);
  ExpectWholeCells(id);
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record_size(), 30);
  for (const v1::RunRecord& record : run.record()) {
    EXPECT_EQ(record.superseded(), record.usage().wall_ns() == 1);
  }
}

TEST_F(CoordinatorLeasesTest, MachineThatIsOnlyLateLosesNothing) {
  const std::string id = Submit();
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("late"))).ok());
  EXPECT_EQ(MeasureAll("other"), 2);
  WaitInVain("other", absl::Minutes(10));
  EXPECT_EQ(MeasureAll("late"), 1);
  EXPECT_EQ(Load(id).record_size(), 24) << "nothing was measured twice";
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(), IsEmpty());
  ExpectWholeCells(id);
}

TEST_F(CoordinatorLeasesTest, MachinesAreNotAwayBecauseTheCoordinatorWas) {
  const std::string id = Submit();
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("late"))).ok());
  EXPECT_EQ(MeasureAll("other"), 2);
  for (const bool restarts : {true, false}) {
    now_ += absl::Hours(1);
    if (restarts) Restart();
    WaitInVain("other", absl::Minutes(10));
  }
  EXPECT_EQ(MeasureAll("late"), 1);
  EXPECT_EQ(Load(id).record_size(), 24);
  ExpectWholeCells(id);
}

TEST_F(CoordinatorLeasesTest, CellOfAMachineWithOtherFactsIsMeasuredAnewInTheNewEpoch) {
  const std::string id = Submit();
  const v1::Lease begun = SynchronizeWithKernel("6.1").lease();
  ASSERT_TRUE(coordinator_->Deliver(Measured(begun, 1)).ok());
  const v1::Lease anew = SynchronizeWithKernel("6.2").lease();
  EXPECT_EQ(anew.block().position(), begun.block().position());
  EXPECT_EQ(anew.attempt(), 2u);
  EXPECT_EQ(anew.epoch(), 2u);
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(),
              ElementsAre(AllOf(HasSubstr("cell 0 is measured anew as a whole"),
                                HasSubstr("the facts of its machine have changed"))));
  ASSERT_TRUE(coordinator_->Deliver(Measured(anew)).ok());
  ASSERT_TRUE(coordinator_->Deliver(Measured(begun, 1)).ok()) << "taken, and not used";
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(coordinator_->Deliver(Measured(SynchronizeWithKernel("6.2").lease())).ok());
  }
  ExpectWholeCells(id);
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record_size(), 30);
  for (const v1::RunRecord& record : run.record()) {
    EXPECT_EQ(record.superseded(), record.usage().wall_ns() == 1);
  }
}

TEST_F(CoordinatorLeasesTest, BlockGivenUpOnOneMachineHasAllItsAttemptsOnTheNext) {
  const std::string id = Submit();
  const auto fail = [&](const v1::Lease& lease) {
    v1::DeliverRequest failed = Measured(lease);
    failed.clear_record();
    failed.set_outcome(v1::NOT_MEASURED);
    failed.set_message("no such program");
    ASSERT_TRUE(coordinator_->Deliver(failed).ok());
  };
  for (uint32_t i = 0; i < kMaxFailures; ++i) fail(SynchronizeWithKernel("6.1").lease());
  const v1::Lease anew = SynchronizeWithKernel("6.2").lease();
  EXPECT_EQ(anew.attempt(), kMaxFailures + 1);
  fail(anew);
  const v1::Lease again = SynchronizeWithKernel("6.2").lease();
  EXPECT_EQ(again.block().position(), anew.block().position());
}

TEST_F(CoordinatorLeasesTest, LostLeaseIsTakenBackOnceHoweverManyAskAtOnce) {
  const std::string id = Submit();
  LeaseFor("dead");
  now_ += absl::Seconds(61);
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < kMaxLosses + 2; ++i) {
    threads.emplace_back([this, i] {
      const absl::Status status = Synchronize("m" + std::to_string(i)).status();
      EXPECT_TRUE(status.ok()) << status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(coordinator_->GetCounts().leases_lost, 1u);
  EXPECT_EQ(coordinator_->GetProgress(id)->trouble_size(), 1);
  EXPECT_EQ(Load(id).record_size(), 0) << "it is not given up";
}

TEST_F(CoordinatorLeasesTest, LeaseThatAnotherCoordinatorRenewedIsNotTakenBack) {
  Submit();
  const v1::Lease lease = LeaseFor("m");
  const Other other = OpenOther();
  now_ += absl::Seconds(59.9);
  ASSERT_TRUE(other.coordinator->Tick().ok());
  now_ += absl::Seconds(0.05);
  ASSERT_TRUE(Synchronize("m", lease.fencing_token())->has_lease());
  // The other one has looked a moment ago, and knows the old end.
  now_ += absl::Seconds(0.1);
  ASSERT_TRUE(other.coordinator->Tick().ok());
  EXPECT_EQ(other.coordinator->GetCounts().leases_lost, 0u);
  EXPECT_TRUE(coordinator_->Deliver(Measured(lease)).ok());
  EXPECT_EQ(Used(Load(lease.run_id())), 6);
}

TEST_F(CoordinatorLeasesTest, AgentThatWorksInVainGetsALeaseOnlyOnceItHasStopped) {
  Submit();
  const v1::Lease lost = LeaseFor("m");
  now_ += absl::Seconds(61);
  EXPECT_FALSE(Synchronize("m", lost.fencing_token())->has_lease())
      << "it would not take it over, and lose it";
  EXPECT_EQ(coordinator_->GetCounts().leases, 1u);
  const v1::Lease next = LeaseFor("m");
  EXPECT_EQ(next.attempt(), 2u);
  EXPECT_EQ(coordinator_->GetCounts().leases_lost, 1u);
}

TEST_F(CoordinatorLeasesTest, MachineOfAnotherCoordinatorIsListedAndItsQuarantineHolds) {
  Submit();
  const Other other = OpenOther();
  ASSERT_TRUE(Synchronize("m").ok());
  ASSERT_TRUE(store_->SetQuarantine("m", "no disk").ok());
  ASSERT_TRUE(coordinator_->Tick().ok());
  ASSERT_TRUE(other.coordinator->Tick().ok());
  const auto status = other.coordinator->GetStatus();
  ASSERT_TRUE(status.ok()) << status.status();
  ASSERT_EQ(status->machine_size(), 1);
  EXPECT_EQ(status->machine(0).quarantine(), "no disk");
  EXPECT_FALSE(status->machine(0).away());
  now_ += absl::Seconds(61);
  EXPECT_FALSE(other.coordinator->Synchronize(StateOf("m"))->has_lease());
  ASSERT_TRUE(other.coordinator->ReleaseMachine("m").ok());
  EXPECT_TRUE(other.coordinator->Synchronize(StateOf("m"))->has_lease());
}

TEST_F(CoordinatorLeasesTest, AgentThatGoesOverToAnotherCoordinatorKeepsItsLease) {
  Submit();
  const Other other = OpenOther();
  ASSERT_TRUE(other.coordinator->Tick().ok());
  const v1::Lease lease = LeaseFor("m");
  // The other one has looked a moment ago, and knows nothing of it.
  v1::AgentState state = StateOf("m");
  state.mutable_lease()->set_fencing_token(lease.fencing_token());
  EXPECT_EQ(other.coordinator->Synchronize(state)->lease().fencing_token(), lease.fencing_token());
  EXPECT_EQ(other.coordinator->GetCounts().leases_lost, 0u);
}

TEST_F(CoordinatorLeasesTest, WhoeverWaitsSeesWhatAnotherCoordinatorDoes) {
  const std::string id = Submit();
  const Other other = OpenOther();
  ASSERT_EQ(other.coordinator->GetProgress(id)->blocks_done(), 0u);
  now_ += BoardKeeper::kRefresh;
  const uint64_t seen = other.coordinator->ChangeNumber();
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  other.coordinator->WaitForChange(seen, absl::Seconds(20));
  EXPECT_GT(other.coordinator->ChangeNumber(), seen);
  EXPECT_EQ(other.coordinator->GetProgress(id)->blocks_done(), 1u);
}

TEST_F(CoordinatorLeasesTest, ASecondAgentOfAMachineTakesNoLeaseAway) {
  Submit();
  const v1::Lease lease = coordinator_->Synchronize(StateOf("m"), "agent a")->lease();
  ASSERT_NE(lease.fencing_token(), 0u);
  const auto refused = coordinator_->Synchronize(StateOf("m"), "agent b");
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kAlreadyExists);
  v1::AgentState busy = StateOf("m");
  busy.mutable_lease()->set_fencing_token(lease.fencing_token());
  EXPECT_EQ(coordinator_->Synchronize(busy, "agent a")->lease().fencing_token(),
            lease.fencing_token());
  EXPECT_EQ(coordinator_->GetCounts().leases_lost, 0u);
  EXPECT_THAT(coordinator_->GetStatus()->alarm(), ElementsAre(HasSubstr("agent b")));
}

}  // namespace
}  // namespace benchcell
