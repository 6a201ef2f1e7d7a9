#include "runners/tune/tuner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "runners/tune/testing.h"

namespace benchcell {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Values = std::map<std::string, std::string>;

class TunerTest : public testing::Test {
 protected:
  TunerTest() { settings_.values = untuned_; }

  std::unique_ptr<Tuner> NewTuner() {
    return std::make_unique<Tuner>(
        Tuner::Parts{settings_,
                     journal_,
                     {{"governor", "performance"}, {"turbo", "0"}, {"absent", "1"}},
                     [this](const std::string& line) { log_.push_back(line); }});
  }

  const Values untuned_ = {{"governor", "powersave"}, {"turbo", "1"}, {"other", "x"}};
  const Values tuned_ = {{"governor", "performance"}, {"turbo", "0"}, {"other", "x"}};
  FakeSettings settings_;
  FakeJournal journal_;
  std::vector<std::string> log_;
};

TEST_F(TunerTest, SetsAndPutsBackWhatTheMachineHas) {
  const auto tuner = NewTuner();
  for (int block = 0; block < 2; ++block) {
    ASSERT_TRUE(tuner->Begin().ok());
    EXPECT_TRUE(tuner->InForce());
    EXPECT_EQ(settings_.values, tuned_);
    EXPECT_THAT(journal_.kept, SizeIs(2));
    tuner->End();
    EXPECT_FALSE(tuner->InForce());
    EXPECT_EQ(settings_.values, untuned_);
    EXPECT_THAT(journal_.kept, IsEmpty());
  }
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(TunerTest, KeepsNothingOfWhatIsAsItShouldBe) {
  settings_.values["governor"] = "performance";
  const auto tuner = NewTuner();
  ASSERT_TRUE(tuner->Begin().ok());
  EXPECT_THAT(journal_.kept, ElementsAre(Change{"turbo", "1", "0"}));
  tuner->End();
  EXPECT_EQ(settings_.values["governor"], "performance");
}

TEST_F(TunerTest, PutsBackAtItsEnd) {
  ASSERT_TRUE(NewTuner()->Begin().ok());
  EXPECT_EQ(settings_.values, untuned_);
}

TEST_F(TunerTest, ChangesNothingThatCouldNotBeUndone) {
  const auto tuner = NewTuner();
  journal_.status = absl::ResourceExhaustedError("state/tuned: the disk is full");
  const absl::Status status = tuner->Begin();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the machine isn't tuned: state/tuned"));
  EXPECT_FALSE(tuner->InForce());
  EXPECT_EQ(settings_.values, untuned_);
}

TEST_F(TunerTest, LeavesWhatSomebodyElseSet) {
  const auto tuner = NewTuner();
  ASSERT_TRUE(tuner->Begin().ok());
  settings_.values["governor"] = "schedutil";
  tuner->End();
  EXPECT_EQ(settings_.values["governor"], "schedutil");
  EXPECT_EQ(settings_.values["turbo"], "1");
  EXPECT_THAT(log_, ElementsAre(HasSubstr("governor was powersave, then tuned to performance, and "
                                          "is schedutil now: somebody else set it")));
  EXPECT_THAT(journal_.kept, IsEmpty());
}

TEST_F(TunerTest, WhatVanishedIsLeft) {
  const auto tuner = NewTuner();
  ASSERT_TRUE(tuner->Begin().ok());
  settings_.values.erase("turbo");
  tuner->End();
  EXPECT_THAT(log_, ElementsAre(HasSubstr("is gone now")));
  EXPECT_EQ(settings_.values["governor"], "powersave");
}

TEST_F(TunerTest, OneThatRefusesHindersNoOther) {
  settings_.stubborn.insert("governor");
  const auto tuner = NewTuner();
  for (int block = 0; block < 3; ++block) {
    ASSERT_TRUE(tuner->Begin().ok());
    EXPECT_EQ(settings_.values["governor"], "powersave");
    EXPECT_EQ(settings_.values["turbo"], "0");
    tuner->End();
  }
  EXPECT_EQ(settings_.values, untuned_);
  EXPECT_THAT(log_, ElementsAre("not tuned: governor: no permission")) << "said once";
}

TEST_F(TunerTest, WhatCannotBePutBackIsTriedAgain) {
  const auto tuner = NewTuner();
  ASSERT_TRUE(tuner->Begin().ok());
  settings_.stubborn.insert("governor");
  tuner->End();
  EXPECT_EQ(settings_.values["turbo"], "1");
  EXPECT_THAT(journal_.kept, ElementsAre(Change{"governor", "powersave", "performance"}));
  EXPECT_THAT(log_, Contains(HasSubstr("not put back to powersave: governor: no permission")));
  // The next block finds its own value there, and must not take it for the old one.
  ASSERT_TRUE(tuner->Begin().ok());
  EXPECT_THAT(journal_.kept, Contains(Change{"governor", "powersave", "performance"}));
  settings_.stubborn.clear();
  tuner->End();
  EXPECT_EQ(settings_.values, untuned_);
  EXPECT_THAT(journal_.kept, IsEmpty());
}

TEST_F(TunerTest, RecoversWhatAPredecessorLeft) {
  settings_.values = tuned_;
  journal_.kept = {{"governor", "powersave", "performance"}, {"turbo", "1", "0"}};
  ASSERT_TRUE(NewTuner()->Recover().ok());
  EXPECT_EQ(settings_.values, untuned_);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("putting back 2 settings")));
}

TEST_F(TunerTest, DoesNotStartOnAJournalThatCannotBeRead) {
  journal_.status = absl::DataLossError("state/tuned:2: damaged");
  EXPECT_EQ(NewTuner()->Recover().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace benchcell
