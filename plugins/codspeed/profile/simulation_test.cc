#include "plugins/codspeed/profile/simulation.h"

#include <map>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell::codspeed {
namespace {

constexpr char kBody[] = "ob=/lib/ld-linux-x86-64.so.2\nfn=a\n0 5 1\n\nfn=b\n0 7\n";

std::string Bench(int number, const std::string& name, const std::string& totals = "12 1") {
  return PartText(number, "Client Request: " + name, kBody, totals);
}

const std::string kStart =
    kFileHead + PartText(1, "Client Request: Metadata: codspeed-node 5.7.1", "", "0");

std::string End(int number, const std::string& body = "", const std::string& totals = "0") {
  return PartText(number, "Program termination", body, totals);
}

SimulatedProcess Read(const std::string& text) {
  MemorySource source(text);
  ProfileReader reader(source, "7.out");
  absl::StatusOr<SimulatedProcess> process = ReadSimulation(reader, "7.out", nullptr);
  EXPECT_TRUE(process.ok()) << process.status();
  return *std::move(process);
}

std::vector<std::string> Uris(const SimulatedProcess& process) {
  std::vector<std::string> uris;
  for (const BenchmarkProfile& benchmark : process.benchmarks) uris.push_back(benchmark.uri);
  return uris;
}

using Names = std::vector<std::string>;

TEST(SimulationTest, ReadsCountsFramesAndWhoMeasured) {
  const SimulatedProcess process = Read(kStart + Bench(2, "a.ts::one") + End(3));
  EXPECT_EQ(process.valgrind, "3.19.0");
  EXPECT_EQ(process.codspeed, "codspeed-node 5.7.1");
  EXPECT_EQ(process.processor, "x86_64");
  EXPECT_TRUE(process.troubles.empty());
  ASSERT_EQ(process.benchmarks.size(), 1u);
  const BenchmarkProfile& one = process.benchmarks[0];
  EXPECT_EQ(one.uri, "a.ts::one");
  EXPECT_EQ(one.pid, 7u);
  std::map<std::string, double> values;
  for (const v1::Sample& sample : one.samples) values[sample.metric()] = sample.value();
  EXPECT_EQ(values, (std::map<std::string, double>{
                        {"instructions", 12}, {"data_reads", 1}, {"data_writes", 0}}));
  ASSERT_EQ(one.profiles.size(), 1u);
  ASSERT_EQ(one.profiles[0].frame_size(), 2);
  EXPECT_EQ(one.profiles[0].frame(0).function(), "b");
  EXPECT_EQ(one.profiles[0].frame(0).cost(), 7);
}

TEST(SimulationTest, KeepsNamesAndMakesThemValid) {
  const SimulatedProcess process =
      Read(kStart + Bench(2, "") + Bench(3, "a\tb \"c\" \xf0\x9f\x9a\x80 \xff") +
           Bench(4, "two\nlines\ntotals: 5") + Bench(5, std::string(3000, 'x')) + End(6));
  EXPECT_EQ(Uris(process), (Names{"", "a\tb \"c\" \xf0\x9f\x9a\x80 \xef\xbf\xbd",
                                  "two\nlines\ntotals: 5", std::string(3000, 'x')}));
  EXPECT_TRUE(process.troubles.empty());
}

TEST(SimulationTest, ABenchmarkThatThrewShowsInTheLastPart) {
  const SimulatedProcess process = Read(kStart + Bench(2, "fine") + End(3, "fn=a\n0 900\n", "900"));
  EXPECT_EQ(Uris(process), Names{"fine"});
  ASSERT_EQ(process.troubles.size(), 1u);
  EXPECT_EQ(process.troubles[0].kind, TroubleKind::kThrown);
  EXPECT_NE(process.troubles[0].message.find("after \"fine\""), std::string::npos);
  const SimulatedProcess first = Read(kStart + End(2, "fn=a\n0 900\n", "900"));
  EXPECT_TRUE(first.benchmarks.empty());
  ASSERT_EQ(first.troubles.size(), 1u);
}

TEST(SimulationTest, WhatStandsBeforeACutCounts) {
  const std::string whole = kStart + Bench(2, "one") + Bench(3, "two");
  const SimulatedProcess cut = Read(whole.substr(0, whole.size() - 6));
  EXPECT_EQ(Uris(cut), Names{"one"});
  ASSERT_EQ(cut.troubles.size(), 1u);
  EXPECT_EQ(cut.troubles[0].kind, TroubleKind::kTruncated);
  EXPECT_NE(cut.troubles[0].message.find("in part 3 (\"Client Request: two\")"), std::string::npos);
  const SimulatedProcess killed = Read(whole);
  EXPECT_EQ(Uris(killed), (Names{"one", "two"}));
  ASSERT_EQ(killed.troubles.size(), 1u);
  EXPECT_EQ(killed.troubles[0].kind, TroubleKind::kUnended);
}

TEST(SimulationTest, SumsThatDisagreeAreNoCounts) {
  const SimulatedProcess process =
      Read(kStart + Bench(2, "one", "13 1") + Bench(3, "two") + End(4));
  EXPECT_EQ(Uris(process), Names{"two"});
  ASSERT_EQ(process.troubles.size(), 1u);
  EXPECT_EQ(process.troubles[0].kind, TroubleKind::kDamaged);
  EXPECT_EQ(process.troubles[0].message,
            "7.out:20: found frames that cost 12 in sum, expected the totals, 13; \"one\" has no "
            "counts");
}

TEST(SimulationTest, ForgedLinesOnlyCostTheBenchmarkThatHasThem) {
  const std::string header = "\n\npositions: line\nevents: Ir\nsummary: 0\n\n\n";
  for (const std::string& name :
       {"evil" + header + "fn=x\n0 5\n\ntotals: 5",
        "evil" + header + "totals: 0\n\npart: 4\n\ndesc: Trigger: Client Request: last",
        "evil" + header + "totals: 0\n\npart: 9\n\ndesc: Trigger: Program termination"}) {
    const SimulatedProcess process =
        Read(kStart + Bench(2, "first") + Bench(3, name) + Bench(4, "last") + End(5));
    EXPECT_EQ(Uris(process), (Names{"first", "last"})) << name;
    ASSERT_FALSE(process.troubles.empty());
    EXPECT_NE(process.troubles.back().message.find("\"evil"), std::string::npos)
        << process.troubles.back().message;
  }
}

TEST(SimulationTest, KnowsTheEventsOfCodSpeedsValgrind) {
  std::string text = kStart + Bench(2, "one", "12 1 0 250 475") + End(3);
  for (size_t at = 0; (at = text.find("Ir Dr Dw", at)) != std::string::npos; at += 14) {
    text.replace(at, 8, "Ir Dr Dw Ct Cl");
  }
  text.replace(text.find("3.19.0"), 6, "3.26.0.codspeed6");
  const SimulatedProcess process = Read(text);
  EXPECT_EQ(process.valgrind, "3.26.0.codspeed6");
  ASSERT_EQ(process.benchmarks.size(), 1u);
  EXPECT_EQ(process.benchmarks[0].samples[3].metric(), "estimated_cycles_throughput");
  EXPECT_EQ(process.benchmarks[0].samples[3].value(), 2.5);
  EXPECT_EQ(process.benchmarks[0].samples[4].value(), 4.75);
}

TEST(SimulationTest, RefusesOtherFiles) {
  MemorySource source("hello\n");
  ProfileReader reader(source, "7.out");
  EXPECT_EQ(ReadSimulation(reader, "7.out", nullptr).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace benchcell::codspeed
