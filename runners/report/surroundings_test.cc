#include "runners/report/surroundings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

v1::Machine Machine() {
  v1::Machine machine;
  machine.set_id("m");
  machine.set_epoch(1);
  machine.mutable_facts()->set_governor("powersave");
  return machine;
}

v1::RunRecord& AddRecord(uint32_t cell, v1::ExperimentRun& run) {
  v1::RunRecord& record = *run.add_record();
  record.set_cell(cell);
  record.set_machine("m");
  record.set_epoch(1);
  record.mutable_quietness()->set_looks(1);
  record.mutable_quietness()->set_quiet(true);
  return record;
}

TEST(SurroundingsTest, NothingIsSaidWhereAllIsAsItShouldBe) {
  v1::ExperimentRun run;
  AddRecord(0, run);
  EXPECT_THAT(Surroundings(run, Machine(), "This machine"), IsEmpty());
}

TEST(SurroundingsTest, WhatTheClassAsksFor) {
  v1::ExperimentRun run;
  run.mutable_machine_class()->set_name("linux-x64");
  v1::Requirement& requirement = *run.mutable_machine_class()->add_required();
  requirement.set_fact("governor");
  requirement.set_equal("performance");
  EXPECT_THAT(Surroundings(run, Machine(), "This machine"),
              ElementsAre(AllOf(StartsWith("This machine is no linux-x64"),
                                HasSubstr("performance is required"))));
}

TEST(SurroundingsTest, BlocksThatWereDisturbedAreCounted) {
  v1::ExperimentRun run;
  AddRecord(0, run);
  for (int i = 0; i < 2; ++i) {
    v1::Quietness& quietness = *AddRecord(1, run).mutable_quietness();
    quietness.set_quiet(false);
    quietness.add_disturbance("other programs kept 0.97 processors busy");
  }
  v1::RunRecord& given_up = AddRecord(2, run);
  given_up.set_superseded(true);
  given_up.mutable_quietness()->set_quiet(false);
  EXPECT_THAT(Surroundings(run, Machine(), "This machine"),
              ElementsAre(AllOf(StartsWith("This machine was not quiet before 1 of 2 blocks"),
                                HasSubstr("0.97 processors busy"))));
}

TEST(SurroundingsTest, WhatCouldNotBeKeptApartIsNamedOnce) {
  v1::ExperimentRun run;
  for (uint32_t cell = 0; cell < 3; ++cell) {
    v1::RunRecord& record = AddRecord(cell, run);
    if (cell > 0) record.mutable_isolation()->add_shortfall("network: not permitted");
    record.mutable_isolation()->add_shortfall("open files: no more than 1024");
  }
  EXPECT_THAT(Surroundings(run, Machine(), "This machine"),
              ElementsAre(AllOf(HasSubstr("network: not permitted"), HasSubstr("2 of 3 runs"),
                                Not(HasSubstr("open files")))));
}

TEST(SurroundingsTest, OtherMachinesAndEpochsAreOthers) {
  v1::ExperimentRun run;
  AddRecord(0, run).mutable_quietness()->set_quiet(false);
  v1::Machine machine = Machine();
  machine.set_epoch(2);
  EXPECT_THAT(Surroundings(run, machine, "This machine"), IsEmpty());
}

}  // namespace
}  // namespace benchcell
