#include "runners/readiness/class_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "google/protobuf/text_format.h"
#include "runners/machine/known_classes.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

v1::MachineFacts Server() {
  v1::MachineFacts facts;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(platform: "linux-x64"
           processor_model: "AMD EPYC 7763 64-Core Processor"
           logical_cpus: 64
           memory_bytes: 68719476736
           governor: "performance"
           turbo: OFF
           smt: OFF
           virtualised: OFF
           emulated: OFF
           swap: OFF
           clock_source: "tsc")pb",
      &facts));
  return facts;
}

Finding Find(const std::vector<Finding>& findings, const std::string& what) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.what == what; });
  EXPECT_NE(found, findings.end()) << what;
  return found == findings.end() ? Finding() : *found;
}

TEST(ClassFindingsTest, AMachineOfTheClassLacksNothing) {
  const std::vector<Finding> findings = ClassFindings(*FindClass("linux-x64"), Server());
  EXPECT_GT(findings.size(), 8u);
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.verdict, Verdict::kGood) << finding.what << " " << finding.found;
  }
  EXPECT_EQ(Find(findings, "governor").found, "performance");
  EXPECT_EQ(Find(findings, "power source").found, "nothing of the kind");
}

TEST(ClassFindingsTest, WhatIsRequiredSaysWhyAndWhatToDo) {
  v1::MachineFacts facts = Server();
  facts.set_governor("powersave");
  const Finding governor = Find(ClassFindings(*FindClass("linux-x64"), facts), "governor");
  EXPECT_EQ(governor.verdict, Verdict::kLacks);
  EXPECT_EQ(governor.found, "powersave");
  EXPECT_EQ(governor.wanted, "performance");
  EXPECT_THAT(governor.why, HasSubstr("frequency"));
  EXPECT_THAT(governor.remedy, HasSubstr("sudo tee"));
}

TEST(ClassFindingsTest, WhatIsWishedIsMarked) {
  v1::MachineFacts facts = Server();
  facts.set_smt(v1::ON);
  const Finding smt = Find(ClassFindings(*FindClass("linux-x64"), facts), "SMT");
  EXPECT_EQ(smt.verdict, Verdict::kLacks);
  EXPECT_EQ(smt.wanted, "off (a wish of the class)");
}

TEST(ClassFindingsTest, AWishOfWhatTheMachineDoesNotTellIsNoLack) {
  v1::MachineFacts facts = Server();
  facts.set_turbo(v1::UNKNOWN);
  facts.set_emulated(v1::UNKNOWN);
  const std::vector<Finding> findings = ClassFindings(*FindClass("linux-x64"), facts);
  EXPECT_EQ(Find(findings, "turbo").verdict, Verdict::kUnknown);
  EXPECT_EQ(Find(findings, "turbo").wanted, "off (a wish of the class)");
  EXPECT_EQ(Find(findings, "emulation").verdict, Verdict::kLacks) << "required";
}

TEST(ClassFindingsTest, AFactThatIsRequiredAndWishedIsOneFinding) {
  v1::MachineFacts facts = Server();
  facts.set_turbo(v1::ON);
  const std::vector<Finding> findings = ClassFindings(*FindClass("linux-x64"), facts);
  EXPECT_EQ(std::count_if(findings.begin(), findings.end(),
                          [](const Finding& finding) { return finding.what == "turbo"; }),
            1);
  EXPECT_EQ(Find(findings, "turbo").wanted, "off");
}

TEST(ClassFindingsTest, EveryFactThatAClassAsksOfHasAReason) {
  for (const v1::MachineClass& machine_class : KnownClasses()) {
    // A machine of nothing lacks whatever must be known.
    for (const Finding& finding : ClassFindings(machine_class, v1::MachineFacts())) {
      EXPECT_EQ(finding.why.find("comparable only"), std::string::npos)
          << machine_class.name() << ": " << finding.what;
    }
  }
}

TEST(NearestClassTest, IsThatOfThePlatformWhateverElseLacks) {
  v1::MachineFacts facts = Server();
  EXPECT_EQ(NearestClass(KnownClasses(), facts).name(), "linux-x64");
  facts.set_platform("linux-arm64");
  facts.set_virtualised(v1::ON);
  EXPECT_EQ(NearestClass(KnownClasses(), facts).name(), "linux-arm64");
  facts.set_platform("darwin-arm64");
  facts.set_processor_model("Apple M1");
  EXPECT_EQ(NearestClass(KnownClasses(), facts).name(), "apple-m4-pro");
}

}  // namespace
}  // namespace benchcell
