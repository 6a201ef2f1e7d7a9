#include "runners/tune/tuned_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "google/protobuf/util/message_differencer.h"
#include "runners/tune/testing.h"

namespace benchcell {
namespace {

using ::google::protobuf::util::MessageDifferencer;

// Facts of a machine whose governor is a setting.
class SettingFacts : public MachineFactsReader {
 public:
  explicit SettingFacts(Settings& settings) : settings_(settings) {}
  absl::StatusOr<v1::MachineFacts> Read() override {
    if (!status.ok()) return status;
    v1::MachineFacts facts;
    facts.set_governor(settings_.Read("governor").value_or(""));
    facts.set_turbo(settings_.Read("turbo") == "1" ? v1::ON : v1::OFF);
    facts.set_kernel(kernel);
    return facts;
  }

  absl::Status status;
  std::string kernel = "6.1";

 private:
  Settings& settings_;
};

class TunedFactsTest : public testing::Test {
 protected:
  TunedFactsTest() { settings_.values = {{"governor", "powersave"}, {"turbo", "1"}}; }

  v1::MachineFacts Read() {
    const absl::StatusOr<v1::MachineFacts> facts = facts_.Read();
    EXPECT_TRUE(facts.ok()) << facts.status();
    return facts.value_or(v1::MachineFacts());
  }

  FakeSettings settings_;
  FakeJournal journal_;
  Tuner tuner_{
      {settings_, journal_, {{"governor", "performance"}, {"turbo", "0"}}, [](const std::string&) {
       }}};
  SettingFacts machine_{settings_};
  TunedFacts facts_{machine_, tuner_};
};

TEST_F(TunedFactsTest, AreTheSameWithinABlockAndBetweenBlocks) {
  const v1::MachineFacts idle = Read();
  EXPECT_EQ(idle.governor(), "performance");
  EXPECT_EQ(idle.turbo(), v1::OFF);
  EXPECT_EQ(settings_.values["governor"], "powersave") << "nothing is measured";
  ASSERT_TRUE(tuner_.Begin().ok());
  EXPECT_TRUE(MessageDifferencer::Equals(Read(), idle));
  tuner_.End();
  EXPECT_TRUE(MessageDifferencer::Equals(Read(), idle));
}

TEST_F(TunedFactsTest, WhatCannotBeSetIsNotReported) {
  settings_.stubborn.insert("governor");
  EXPECT_EQ(Read().governor(), "powersave");
  EXPECT_EQ(Read().turbo(), v1::OFF);
}

TEST_F(TunedFactsTest, ABlockShowsWhatIsNoLongerSo) {
  EXPECT_EQ(Read().governor(), "performance");
  ASSERT_TRUE(tuner_.Begin().ok());
  settings_.values["governor"] = "schedutil";
  EXPECT_EQ(Read().governor(), "schedutil");
  tuner_.End();
  EXPECT_EQ(Read().governor(), "schedutil") << "as it was when last in force";
}

TEST_F(TunedFactsTest, EverythingElseIsReadAnew) {
  Read();
  machine_.kernel = "6.2";
  EXPECT_EQ(Read().kernel(), "6.2");
}

TEST_F(TunedFactsTest, LeavesNothingBehindWhenTheFactsCannotBeRead) {
  machine_.status = absl::InternalError("no processors");
  EXPECT_EQ(facts_.Read().status(), machine_.status);
  EXPECT_EQ(settings_.values["governor"], "powersave");
  EXPECT_FALSE(tuner_.InForce());
}

TEST_F(TunedFactsTest, AreNotReadIfTheMachineCannotBeTuned) {
  journal_.status = absl::ResourceExhaustedError("full");
  EXPECT_EQ(facts_.Read().status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace benchcell
