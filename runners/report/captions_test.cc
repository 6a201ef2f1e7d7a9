#include "runners/report/captions.h"

#include <gtest/gtest.h>

#include "runners/report/published_machine.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

bool Contains(const std::vector<std::string>& texts, const std::string& wanted) {
  for (const std::string& text : texts) {
    if (text.find(wanted) != std::string::npos) return true;
  }
  return false;
}

v1::ResolvedExperiment WithNode() {
  v1::ResolvedExperiment resolved;
  EXPECT_TRUE(
      google::protobuf::TextFormat::ParseFromString(R"pb(
                                                      experiment {
                                                        input { name: "node" label: "//n:24" }
                                                        input { name: "app" label: "//a:a" }
                                                      }
                                                      bundle {
                                                        label: "//n:24"
                                                        platform: "linux-x64"
                                                        facts { key: "version" value: "24.22.1" }
                                                      }
                                                      bundle {
                                                        label: "//n:24"
                                                        platform: "darwin-arm64"
                                                        facts { key: "version" value: "24.22.0" }
                                                      }
                                                      bundle {
                                                        label: "//a:a"
                                                        platform: "any"
                                                        facts { key: "version" value: "1" }
                                                      }
                                                    )pb",
                                                    &resolved));
  return resolved;
}

TEST(CaptionsTest, PublishedRowsWithoutACellAreNamed) {
  RunMaker maker(R"(
    name: 'e' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }
    published {
      row { level { axis: 'n' level: '1' } change { build: 'b' percent: 1 } }
      row { level { axis: 'n' level: '2' } change { build: 'b' percent: 1 } }
    })");
  maker.AddCell({{"n", "1"}});
  maker.AddRound(0, {{1}, {1}});
  const auto table = BuildTable(maker.run(), {});
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(Contains(Captions(maker.run(), *table),
                       "No cell here stands for 1 of the published rows: n=2."));
}

TEST(CaptionsTest, NodeVersionIsThatOfThePlatform) {
  v1::ResolvedExperiment resolved = WithNode();
  EXPECT_EQ(NodeVersion(resolved, "linux-x64"), "24.22.1");
  EXPECT_EQ(NodeVersion(resolved, "darwin-arm64"), "24.22.0");
  EXPECT_EQ(NodeVersion(resolved, "linux-arm64"), "");
  v1::Input& own = *resolved.mutable_experiment()->add_build()->add_input();
  own.set_name("node");
  own.set_label("//n:22");
  v1::Bundle& bundle = *resolved.add_bundle();
  bundle.set_label("//n:22");
  bundle.set_platform("linux-x64");
  (*bundle.mutable_facts())["version"] = "22.12.0";
  EXPECT_EQ(NodeVersion(resolved, "linux-x64"), "24.22.1/22.12.0");
}

TEST(CaptionsTest, MachinesAreComparedFactByFact) {
  v1::PublishedMachine published;
  published.set_processor_model("Apple M4 Pro");
  published.set_logical_cpus(12);
  published.set_node_version("v24.22.1");
  v1::MachineFacts facts;
  EXPECT_EQ(CompareMachines("This machine", published, facts, ""), "");
  facts.set_processor_model("EPYC");
  facts.set_logical_cpus(2);
  EXPECT_EQ(CompareMachines("This machine", published, facts, "24.22.1"),
            "This machine differs from the published one: processor EPYC instead of Apple M4 Pro, "
            "logical processors 2 instead of 12; the same: node 24.22.1.");
  facts.set_processor_model("Apple M4 Pro");
  facts.set_logical_cpus(12);
  EXPECT_EQ(CompareMachines("This machine", published, facts, ""),
            "This machine is like the published one as far as is known: processor Apple M4 Pro, "
            "logical processors 12.");
}

TEST(CaptionsTest, WhatTheVerdictMeansIsSaidWithItsTolerance) {
  RunMaker maker = SmallRun();
  maker.run().mutable_resolved()->mutable_experiment()->mutable_published()->set_tolerance_points(
      7.5);
  const auto captions = Captions(maker.run(), *BuildTable(maker.run(), {}));
  EXPECT_TRUE(Contains(captions, "widened by 7.5 percentage points"));
  EXPECT_TRUE(Contains(captions,
                       "This machine differs from the published one: processor Test CPU "
                       "instead of Apple M4 Pro, logical processors 4 instead of 12."));
  EXPECT_TRUE(Contains(captions, "The builds are releases."));
}

TEST(CaptionsTest, OneRoundHasNoChangePerRoundToExplain) {
  RunMaker maker(
      "name: 'x' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{1}, {2}});
  EXPECT_EQ(Captions(maker.run(), *BuildTable(maker.run(), {}))[0],
            "Values are medians over the n measured runs of each build; Δ is the change of the "
            "median against a. The 95% interval is that of the change within pairs of runs with "
            "the same round and index (Hodges-Lehmann, signed-rank).");
}

TEST(CaptionsTest, NoPublishedTableNoVerdict) {
  RunMaker maker = SmallRun();
  maker.run().mutable_resolved()->mutable_experiment()->clear_published();
  const auto captions = Captions(maker.run(), *BuildTable(maker.run(), {}));
  EXPECT_FALSE(Contains(captions, "Verdict"));
  EXPECT_TRUE(Contains(captions, "Measured on: Test CPU, 4 logical processors."));
}

TEST(CaptionsTest, TooFewPairsAreToldHowManyAreNeeded) {
  RunMaker maker(
      "name: 'x' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({});
  maker.AddRound(0, {{1, 2}, {2, 3}});
  EXPECT_TRUE(Contains(Captions(maker.run(), *BuildTable(maker.run(), {})),
                       "Fewer than 6 pairs have no 95% interval"));
}

}  // namespace
}  // namespace benchcell
