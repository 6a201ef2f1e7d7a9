// Machines and their epochs.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
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
  EXPECT_THAT(*store().ListMachines(), ElementsAre(EqualsMessage(WithEpoch(other, 1)),
                                                   EqualsMessage(WithEpoch(new_kernel, 2))));
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
