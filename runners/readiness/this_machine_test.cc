#include "runners/readiness/this_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "runners/machine/known_classes.h"
#include "runners/machine/machine_facts_reader.h"

namespace benchcell {
namespace {

TEST(ThisMachineTest, IsLookedAtAsAWhole) {
  const absl::StatusOr<v1::MachineFacts> facts = NewMachineFactsReader()->Read();
  ASSERT_TRUE(facts.ok()) << facts.status();
  const CancellationFlag stop;
  const std::string nowhere = testing::TempDir() + "/not/yet/there";
  std::set<std::string> looked_at;
  for (const Finding& finding :
       CheckThisMachine({*facts, *FindClass("linux-x64"), nowhere, nowhere}, stop)) {
    EXPECT_TRUE(looked_at.insert(finding.what).second) << finding.what << " twice";
    EXPECT_NE(finding.found, "") << finding.what;
    if (finding.verdict == Verdict::kGood) continue;
    EXPECT_NE(finding.wanted, "") << finding.what;
    EXPECT_NE(finding.why, "") << finding.what;
    EXPECT_NE(finding.remedy, "") << finding.what;
    EXPECT_NE(finding.what, "room on the disk")
        << "the folder above is on a disk: " << finding.found;
  }
  for (const char* what :
       {"governor", "turbo", "SMT", "ASLR", "swap", "clock", "clock source", "background updates",
        "quietness", "room on the disk", "open files", "processes", "valgrind", "cgroup v2",
        "network namespaces", "emulation", "virtualisation", "filter of system calls"}) {
    EXPECT_TRUE(looked_at.contains(what)) << what;
  }
}

}  // namespace
}  // namespace benchcell
