#include "runners/readiness/macos_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace benchcell {
namespace {

using testing::SizeIs;

// Command -> what it prints.
using Answers = std::map<std::string, std::string>;

const Answers kLabMac = {
    {kNetworkTimeCommand, "Network Time: On\n"},
    {kSpotlightCommand, "/:\n\tIndexing disabled.\n"},
    {kAppNapCommand, "1\n"},
    {kUpdatesCommand, "Automatic checking for updates is turned off\n"},
    {kTimeMachineCommand, "0\n"},
};

std::map<std::string, Finding> Check(const Answers& answers) {
  std::map<std::string, Finding> findings;
  for (const Finding& finding : MacosFindings([&](const std::string& command) {
         const auto found = answers.find(command);
         return found == answers.end() ? "" : found->second;
       })) {
    findings[finding.what] = finding;
  }
  EXPECT_THAT(findings, SizeIs(5));
  return findings;
}

TEST(MacosFindingsTest, AMacThatIsLeftAloneLacksNothing) {
  for (const auto& [what, finding] : Check(kLabMac)) {
    EXPECT_EQ(finding.verdict, Verdict::kGood) << what << " " << finding.found;
  }
}

TEST(MacosFindingsTest, AMacOutOfItsBox) {
  auto findings = Check({
      {kNetworkTimeCommand, "Network Time: Off\n"},
      {kSpotlightCommand, "/:\n\tIndexing enabled. \n"},
      {kUpdatesCommand, "Automatic checking for updates is turned on\n"},
      {kTimeMachineCommand, "1\n"},
  });
  for (const auto& [what, finding] : findings) {
    EXPECT_EQ(finding.verdict, Verdict::kLacks) << what;
    EXPECT_NE(finding.found, finding.wanted) << what;
    EXPECT_NE(finding.remedy, "") << what;
  }
  EXPECT_EQ(findings["App Nap"].found, "on") << "nobody has set it";
  EXPECT_EQ(findings["network time"].found, "off");
}

TEST(MacosFindingsTest, WhatIsNotAnsweredIsUnknown) {
  auto findings = Check({{kNetworkTimeCommand, "You need administrator access to run this tool"}});
  EXPECT_EQ(findings["network time"].verdict, Verdict::kUnknown);
  EXPECT_EQ(findings["Spotlight"].verdict, Verdict::kUnknown);
  EXPECT_EQ(findings["automatic updates"].verdict, Verdict::kUnknown);
  EXPECT_EQ(findings["Time Machine"].verdict, Verdict::kGood) << "off until somebody sets it up";
}

}  // namespace
}  // namespace benchcell
