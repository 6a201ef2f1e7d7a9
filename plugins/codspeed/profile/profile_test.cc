// Whole folders, as they were recorded.

#include "plugins/codspeed/profile/profile.h"

#include <cstdlib>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::codspeed {
namespace {

namespace fs = std::filesystem;

constexpr char kRecorded[] = "fixtures/recorded/codspeed/";

ImportedProfile Import(const fs::path& folder) {
  const auto files = FilesOfFolder(folder);
  EXPECT_TRUE(files.ok()) << files.status();
  const auto profile = ImportProfile(*files, folder);
  EXPECT_TRUE(profile.ok()) << profile.status();
  return *profile;
}

const BenchmarkProfile& Named(const ImportedProfile& profile, const std::string& uri) {
  for (const BenchmarkProfile& benchmark : profile.benchmarks) {
    if (benchmark.uri == uri) return benchmark;
  }
  ADD_FAILURE() << uri;
  return profile.benchmarks.front();
}

std::map<v1::FrameKind, double> Kinds(const BenchmarkProfile& benchmark) {
  std::map<v1::FrameKind, double> kinds;
  for (const v1::Frame& frame : benchmark.profiles.at(0).frame())
    kinds[frame.kind()] += frame.cost();
  return kinds;
}

fs::path MakeProfile(const std::map<std::string, std::string>& files) {
  const fs::path folder = fs::path(std::getenv("TEST_TMPDIR")) /
                          testing::UnitTest::GetInstance()->current_test_info()->name();
  for (const auto& [name, content] : files) {
    EXPECT_TRUE(MakeFolder((folder / name).parent_path()).ok());
    EXPECT_TRUE(WriteFile(folder / name, content).ok());
  }
  EXPECT_TRUE(MakeFolder(folder).ok());
  return folder;
}

TEST(ProfileTest, ReadsARecordedFolder) {
  const ImportedProfile profile = Import(std::string(kRecorded) + "vitest-4.1.10-run1");
  EXPECT_EQ(profile.mode, ProfileMode::kSimulation);
  EXPECT_EQ(profile.observed,
            (std::map<std::string, std::string>{{"codspeed", "codspeed-node 5.7.1"},
                                                {"node", "24.22.1"},
                                                {"processor", "x86_64"},
                                                {"valgrind", "3.19.0"}}));
  EXPECT_FALSE(profile.codspeed_valgrind);
  EXPECT_TRUE(profile.troubles.empty());
  const BenchmarkProfile& dense = Named(profile, "src/a.bench.ts::getters::dense");
  EXPECT_EQ(dense.samples[0].metric(), "instructions");
  EXPECT_EQ(dense.samples[0].benchmark(), dense.uri);
  EXPECT_EQ(dense.samples[0].value(), 767314);
}

TEST(ProfileTest, FramesSumUpToTheInstructions) {
  for (const char* folder : {"vitest-4.1.10-run1", "vitest-5.0.4-getter-tracked", "order-artefact",
                             "perf-map-tracked", "perf-map-compressed"}) {
    for (const BenchmarkProfile& benchmark : Import(std::string(kRecorded) + folder).benchmarks) {
      double sum = 0;
      for (const auto& [kind, cost] : Kinds(benchmark)) sum += cost;
      EXPECT_EQ(sum, benchmark.samples[0].value()) << benchmark.uri;
      EXPECT_LE(benchmark.profiles[0].frame_size(), kMostFrames + 5);
      EXPECT_EQ(benchmark.profiles[0].benchmark(), benchmark.uri);
    }
  }
}

// All that the tracker costs, and nothing else, is the harness's: 278 instructions for each of 5000
// accesses.
TEST(ProfileTest, TheTrackerOfExportsIsTheHarness) {
  const std::string dense = "src/a.bench.ts::getters::dense";
  auto tracked =
      Kinds(Named(Import(std::string(kRecorded) + "vitest-5.0.4-getter-tracked"), dense));
  auto without =
      Kinds(Named(Import(std::string(kRecorded) + "vitest-5.0.4-getter-suppressed"), dense));
  EXPECT_EQ(tracked[v1::HARNESS] - without[v1::HARNESS], 278 * 5000);
  for (const v1::FrameKind kind : {v1::RUNTIME, v1::OPTIMISED, v1::BASELINE, v1::INTERPRETER}) {
    EXPECT_EQ(tracked[kind], without[kind]) << kind;
  }
}

TEST(ProfileTest, NamesCompiledCodeByThePerfMap) {
  const ImportedProfile profile = Import(std::string(kRecorded) + "perf-map-tracked");
  const v1::Profile& dense = Named(profile, "src/a.bench.ts::dense::dense").profiles[0];
  EXPECT_EQ(dense.frame(0).location(), "vitest/dist/chunks/init.DrHtV5zd.js:127:23");
  EXPECT_EQ(dense.frame(0).kind(), v1::HARNESS);
  EXPECT_EQ(dense.frame(0).cost(), 102000);
  bool found = false;
  for (const v1::Frame& frame : dense.frame()) {
    if (frame.location() != "src/a.bench.ts:15:26") continue;
    found = true;
    EXPECT_EQ(frame.kind(), v1::BASELINE);
  }
  EXPECT_TRUE(found);
  const v1::Profile& fibo = Named(profile, "src/a.bench.ts::fibo 12::fibo 12").profiles[0];
  EXPECT_EQ(fibo.frame(0).function(), "fibo");
  EXPECT_EQ(fibo.frame(0).kind(), v1::OPTIMISED);
}

// Three benchmarks of one work: the first is interpreted, those after it run compiled.
TEST(ProfileTest, TheOrderArtefactIsAFlipOfTiers) {
  const ImportedProfile profile = Import(std::string(kRecorded) + "order-artefact");
  ASSERT_GE(profile.benchmarks.size(), 2u);
  EXPECT_EQ(profile.benchmarks[0].samples[0].value(), 200913);
  EXPECT_EQ(profile.benchmarks[1].samples[0].value(), 17548);
  EXPECT_GT(Kinds(profile.benchmarks[0])[v1::INTERPRETER], 0.9 * 200913);
  EXPECT_GT(Kinds(profile.benchmarks[1])[v1::OPTIMISED], 0.8 * 17548);
}

TEST(ProfileTest, ReadsWalltimeFolders) {
  const ImportedProfile profile = Import(std::string(kRecorded) + "walltime");
  EXPECT_EQ(profile.mode, ProfileMode::kWalltime);
  ASSERT_EQ(profile.benchmarks.size(), 2u);
  EXPECT_EQ(profile.benchmarks[0].samples[0].metric(), "wall_time");
  EXPECT_EQ(profile.benchmarks[0].samples[0].benchmark(), "wt/w.bench.ts::w::one");
  EXPECT_EQ(profile.observed.at("node"), "24.22.1");
  EXPECT_EQ(profile.observed.count("valgrind"), 0u);
}

TEST(ProfileTest, NumbersBenchmarksOfOneNameOverAllProcesses) {
  const std::string out = *ReadFile(std::string(kRecorded) + "order-artefact/27708.out");
  const ImportedProfile profile =
      Import(MakeProfile({{"valgrind-0/1.out", out}, {"valgrind-1/1.out", out}}));
  ASSERT_GE(profile.benchmarks.size(), 2u);
  const size_t half = profile.benchmarks.size() / 2;
  EXPECT_EQ(profile.benchmarks[half].uri, profile.benchmarks[0].uri + " (2)");
  EXPECT_EQ(profile.benchmarks[half].samples[0].benchmark(), profile.benchmarks[half].uri);
}

TEST(ProfileTest, DifferencesBetweenProcessesShow) {
  const std::string head = "# callgrind format\nversion: 1\ncreator: callgrind-";
  const std::string part =
      "\npart: 1\n\ndesc: Trigger: Program termination\n\npositions: line\nevents: Ir\n\n\ntotals: "
      "0\n";
  const ImportedProfile profile = Import(MakeProfile({{"1.out", head + "3.26.0.codspeed6" + part},
                                                      {"2.out", head + "3.19.0" + part},
                                                      {"environment-2.json", "not json"}}));
  EXPECT_EQ(profile.observed.at("valgrind"), "3.19.0, 3.26.0.codspeed6");
  EXPECT_TRUE(profile.codspeed_valgrind);
  EXPECT_TRUE(profile.benchmarks.empty());
}

TEST(ProfileTest, SaysWhatIsWrong) {
  EXPECT_EQ(FilesOfFolder("no/such/folder").status().code(), absl::StatusCode::kNotFound);
  const fs::path empty = MakeProfile({});
  const absl::Status none = ImportProfile(*FilesOfFolder(empty), empty).status();
  EXPECT_EQ(none.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(none.message().find(empty.string()), std::string::npos);
  const fs::path other = MakeProfile({{"3.out", "not a profile\n"}});
  const absl::Status status = ImportProfile(*FilesOfFolder(other), other).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("3.out:1: found \"not a profile\""), std::string::npos) << status;
}

}  // namespace
}  // namespace benchcell::codspeed
