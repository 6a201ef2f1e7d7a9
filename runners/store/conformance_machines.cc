// Machines and their epochs.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::IsEmpty;

v1::Machine WithEpoch(v1::Machine machine, uint32_t epoch) {
  machine.set_epoch(epoch);
  return machine;
}

TEST_P(StoreConformance, EpochGrowsExactlyWhenFactsChange) {
  const v1::Machine old_kernel = SampleMachine("m", "6.1");
  const v1::Machine new_kernel = SampleMachine("m", "6.2");
  EXPECT_THAT(*store().EnrollMachine(old_kernel), EqualsMessage(WithEpoch(old_kernel, 1)));
  EXPECT_THAT(*store().EnrollMachine(old_kernel), EqualsMessage(WithEpoch(old_kernel, 1)));
  EXPECT_THAT(*store().EnrollMachine(new_kernel), EqualsMessage(WithEpoch(new_kernel, 2)));
  Reopen();
  EXPECT_THAT(*store().EnrollMachine(new_kernel), EqualsMessage(WithEpoch(new_kernel, 2)));
  // Back to the facts of an earlier epoch: still another span of time.
  EXPECT_THAT(*store().EnrollMachine(old_kernel), EqualsMessage(WithEpoch(old_kernel, 3)));
}

TEST_P(StoreConformance, MachinesAreListedAsTheyAreNow) {
  EXPECT_THAT(*store().ListMachines(), IsEmpty());
  const v1::Machine old_kernel = SampleMachine("m", "6.1");
  const v1::Machine new_kernel = SampleMachine("m", "6.0");
  const v1::Machine other = SampleMachine("a", "6.1");
  for (const v1::Machine& machine : {old_kernel, new_kernel, other}) {
    ASSERT_TRUE(store().EnrollMachine(machine).ok());
  }
  Reopen();
  const std::vector<MachineStanding> machines = *store().ListMachines();
  ASSERT_EQ(machines.size(), 2u);
  EXPECT_THAT(machines[0].machine, EqualsMessage(WithEpoch(other, 1)));
  EXPECT_THAT(machines[1].machine, EqualsMessage(WithEpoch(new_kernel, 2)));
  EXPECT_EQ(machines[1].last_seen, absl::InfinitePast());
  EXPECT_EQ(machines[1].quarantine, "");
}

TEST_P(StoreConformance, TheLatestSightingOfAMachineIsKept) {
  const absl::Time noon = absl::FromUnixMicros(1'234'567'890'123'456);
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("m", "6.1")).ok());
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("n", "6.1")).ok());
  ASSERT_TRUE(store().NoteSightings({}).ok());
  ASSERT_TRUE(store()
                  .NoteSightings({{"m", std::string("lab\0-1", 6), "agent a", noon},
                                  {"n", "lab-2", "", absl::UnixEpoch() - absl::Seconds(1)},
                                  {"never enrolled", "x", "y", noon}})
                  .ok());
  ASSERT_TRUE(
      store().NoteSightings({{"m", "older", "agent b", noon - absl::Microseconds(1)}}).ok());
  Reopen();
  std::vector<MachineStanding> machines = *store().ListMachines();
  ASSERT_EQ(machines.size(), 2u);
  EXPECT_EQ(machines[0].machine.name(), std::string("lab\0-1", 6));
  EXPECT_EQ(machines[0].agent, "agent a");
  EXPECT_EQ(machines[0].last_seen, noon);
  EXPECT_EQ(machines[1].last_seen, absl::UnixEpoch() - absl::Seconds(1));

  ASSERT_TRUE(store().NoteSightings({{"m", "renamed", "agent b", noon + absl::Hours(1)}}).ok());
  machines = *store().ListMachines();
  EXPECT_EQ(machines[0].machine.name(), "renamed");
  EXPECT_EQ(machines[0].agent, "agent b");
  EXPECT_EQ(machines[0].machine.facts().kernel(), "6.1");
}

TEST_P(StoreConformance, OneMachineSightedTwiceInACallIsRefused) {
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("m", "6.1")).ok());
  const MachineSighting sighting = {"m", "", "a", absl::UnixEpoch()};
  EXPECT_EQ(CodeOf(store().NoteSightings({sighting, sighting})),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf(store().NoteSightings({{"\xff", "", "a", absl::UnixEpoch()}})),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ((*store().ListMachines())[0].agent, "");
}

TEST_P(StoreConformance, AQuarantineHoldsUntilItIsEnded) {
  EXPECT_EQ(CodeOf(store().SetQuarantine("m", "no disk")), absl::StatusCode::kNotFound);
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("m", "6.1")).ok());
  ASSERT_TRUE(store().SetQuarantine("m", "no disk").ok());
  ASSERT_TRUE(store().NoteSightings({{"m", "lab-1", "a", absl::UnixEpoch()}}).ok());
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("m", "6.2")).ok());
  Reopen();
  EXPECT_EQ((*store().ListMachines())[0].quarantine, "no disk");
  EXPECT_EQ((*store().ListMachines())[0].machine.epoch(), 2u);
  ASSERT_TRUE(store().SetQuarantine("m", "").ok());
  EXPECT_EQ((*store().ListMachines())[0].quarantine, "");
  EXPECT_EQ((*store().ListMachines())[0].agent, "a");
}

TEST_P(StoreConformance, TheFirstFolderOfBlobsIsTheOne) {
  EXPECT_EQ(*store().ClaimBlobFolder("one"), "one");
  EXPECT_EQ(*store().ClaimBlobFolder("other"), "one");
  Reopen();
  EXPECT_EQ(*store().ClaimBlobFolder("third"), "one");
}

TEST_P(StoreConformance, EnrollIgnoresTheCallersEpochAndOtherMachines) {
  const v1::Machine machine = SampleMachine("m", "6.1");
  EXPECT_EQ(store().EnrollMachine(WithEpoch(machine, 9))->epoch(), 1);
  EXPECT_EQ(store().EnrollMachine(WithEpoch(machine, 4))->epoch(), 1);
  EXPECT_EQ(store().EnrollMachine(SampleMachine("n", "6.1"))->epoch(), 1);
  EXPECT_EQ(store().EnrollMachine(SampleMachine("M", "6.3"))->epoch(), 1);
}

TEST_P(StoreConformance, MachineWithoutFactsAndWithAnOddIdIsEnrolled) {
  for (const std::string id : {"", "'\"\n", "\xf0\x9f\x90\x8c"}) {
    v1::Machine machine;
    machine.set_id(id);
    EXPECT_EQ(store().EnrollMachine(machine)->epoch(), 1);
    EXPECT_EQ(store().EnrollMachine(machine)->epoch(), 1);
    EXPECT_EQ(store().EnrollMachine(SampleMachine(id, "6.1"))->epoch(), 2);
  }
}

TEST_P(StoreConformance, MachineThatCouldNotBeReadAgainIsRefused) {
  const std::vector<v1::Machine> bad = {SampleMachine(std::string("m\0", 2), "6.1"),
                                        SampleMachine("\xff", "6.1"), SampleMachine("m", "\xff")};
  for (const v1::Machine& machine : bad) {
    EXPECT_EQ(CodeOf(store().EnrollMachine(machine)), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(store().EnrollMachine(SampleMachine("m", "6.1"))->epoch(), 1);
}

TEST_P(StoreConformance, LeaseOnAMachineWithAnImpossibleIdIsRefused) {
  Create(SampleRun("r"));
  LeaseTerms terms = SampleTerms();
  terms.machine = "\xff";
  EXPECT_EQ(CodeOf(store().Lease({"r", 0, 0}, terms)), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Row({"r", 0, 0}).attempt, 0);
}

TEST_P(StoreConformance, RunHasTheMachinesAndEpochsThatItsRecordsName) {
  Create(SampleRun("r", 3));
  std::vector<v1::Machine> epochs;
  for (const std::string kernel : {"6.1", "6.2", "6.3"}) {
    epochs.push_back(*store().EnrollMachine(SampleMachine("m1", kernel)));
  }
  const v1::Machine other = *store().EnrollMachine(SampleMachine("a", "6.1"));
  ASSERT_TRUE(store().EnrollMachine(SampleMachine("idle", "6.1")).ok());
  ASSERT_TRUE(store().NoteSightings({{"m1", "lab-1", "agent", absl::UnixEpoch()}}).ok());
  for (v1::Machine& epoch : epochs) epoch.set_name("lab-1");

  Measure({"r", 0, 0});  // m1, epoch 1
  LeaseTerms terms = SampleTerms();
  terms.machine = "a";
  const BlockKey on_a{"r", 1, 0};
  const uint64_t token = *store().Lease(on_a, terms);
  ASSERT_TRUE(store().Finish(on_a, token, SampleRecords(Row(on_a))).ok());
  // Named by a superseded record alone.
  terms = SampleTerms();
  terms.epoch = 3;
  const BlockKey lost{"r", 2, 0};
  ASSERT_TRUE(store().Lease(lost, terms).ok());
  ASSERT_TRUE(store().KeepSuperseded(lost, SampleRecords(Row(lost))).ok());

  const v1::ExperimentRun run = Load("r");
  ASSERT_EQ(run.machine_size(), 3);
  EXPECT_THAT(run.machine(0), EqualsMessage(other));
  EXPECT_THAT(run.machine(1), EqualsMessage(epochs[0]));
  EXPECT_THAT(run.machine(2), EqualsMessage(epochs[2]));
}

TEST_P(StoreConformance, MachineThatWasNeverEnrolledIsLeftOut) {
  Create(SampleRun("r"));
  Measure({"r", 0, 0});
  EXPECT_EQ(Load("r").machine_size(), 0);
}

}  // namespace
}  // namespace benchcell
