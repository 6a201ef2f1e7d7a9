#include "runners/profile_compare/profile_compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "absl/status/status.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kRecorded = "fixtures/recorded/codspeed/";

ProfileCompareResult Compare(const std::string& base, const std::string& head, bool force = false,
                             const std::string& metric = "") {
  const auto result =
      CompareProfiles({.base = base, .head = head, .metric = metric, .force = force});
  EXPECT_TRUE(result.ok()) << result.status();
  return *result;
}

std::string Error(const std::string& base, const std::string& head, absl::StatusCode code) {
  const absl::Status status = CompareProfiles({.base = base, .head = head, .metric = ""}).status();
  EXPECT_EQ(status.code(), code) << status;
  return std::string(status.message());
}

// The line of a table that starts with the name.
std::string Row(const std::string& text, const std::string& name) {
  const size_t at = text.find("| " + name + " ");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

std::string Profile(const std::string& valgrind, const std::vector<std::string>& names,
                    const std::string& end = "0") {
  std::string text =
      "# callgrind format\nversion: 1\ncreator: callgrind-" + valgrind + "\npid: 5\n";
  int number = 0;
  const auto add = [&](const std::string& trigger, const std::string& cost) {
    text += "\npart: " + std::to_string(++number) + "\n\ndesc: Trigger: " + trigger +
            "\n\npositions: line\nevents: Ir Dr\nsummary: 0\n\n\nob=/lib/ld-linux-x86-64.so.2\n"
            "fn=f\n0 " +
            cost + " 1\n\ntotals: " + cost + " 1\n";
  };
  for (const std::string& name : names) add("Client Request: " + name, "1000");
  add("Program termination", end);
  return text;
}

fs::path Folder(const std::string& name, const std::map<std::string, std::string>& files) {
  const fs::path folder = fs::path(std::getenv("TEST_TMPDIR")) /
                          testing::UnitTest::GetInstance()->current_test_info()->name() / name;
  EXPECT_TRUE(MakeFolder(folder).ok());
  for (const auto& [file, content] : files) {
    EXPECT_TRUE(MakeFolder((folder / file).parent_path()).ok());
    EXPECT_TRUE(WriteFile(folder / file, content).ok());
  }
  return folder;
}

TEST(ProfileCompareTest, TellsTheTrackerOfExportsFromTheCode) {
  const ProfileCompareResult result = Compare(kRecorded + "vitest-5.0.4-getter-tracked",
                                              kRecorded + "vitest-5.0.4-getter-suppressed");
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.warnings.empty());
  const std::string dense = Row(result.text, "src/a.bench.ts::getters::dense");
  EXPECT_THAT(dense, HasSubstr("2,155,815"));
  EXPECT_THAT(dense, HasSubstr("765,815"));
  EXPECT_THAT(dense, HasSubstr("−64.48%"));
  EXPECT_THAT(dense, HasSubstr("runner's own"));
  EXPECT_THAT(result.text, HasSubstr("Builtins_MapPrototypeSet"));
}

TEST(ProfileCompareTest, EqualProfilesAreEqual) {
  const ProfileCompareResult result =
      Compare(kRecorded + "perf-map-tracked", kRecorded + "perf-map-tracked");
  EXPECT_TRUE(result.complete);
  EXPECT_THAT(Row(result.text, "src/a.bench.ts::dense::dense"), HasSubstr("="));
}

TEST(ProfileCompareTest, ShowsOtherMetrics) {
  const ProfileCompareResult result =
      Compare(kRecorded + "vitest-5.0.4-getter-tracked",
              kRecorded + "vitest-5.0.4-getter-suppressed", false, "data_reads");
  EXPECT_THAT(Row(result.text, "src/a.bench.ts::getters::dense"), HasSubstr("640,259"));
  EXPECT_EQ(
      CompareProfiles(
          {.base = kRecorded + "walltime", .head = kRecorded + "walltime", .metric = "data_reads"})
          .status()
          .code(),
      absl::StatusCode::kInvalidArgument);
}

TEST(ProfileCompareTest, BenchmarksOfOneSideAreMissing) {
  const fs::path base = Folder("base", {{"1.out", Profile("3.19.0", {"both", "old"})}});
  const fs::path head = Folder("head", {{"1.out", Profile("3.19.0", {"both", "new"}, "77")}});
  const ProfileCompareResult result = Compare(base, head);
  EXPECT_FALSE(result.complete);
  EXPECT_THAT(Row(result.text, "both"), HasSubstr("="));
  EXPECT_THAT(Row(result.text, "old"), ContainsRegex("old +\\| +1,000 \\| +–"));
  EXPECT_THAT(Row(result.text, "new"), ContainsRegex("new +\\| +– \\| +1,000"));
  EXPECT_THAT(result.text,
              HasSubstr("head: 1 of 1 run failed: this profile has no such benchmark"));
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_THAT(result.warnings[0], HasSubstr("one threw after \"new\""));
  EXPECT_THAT(result.warnings[0], HasSubstr(head.string() + ": 1.out:"));
}

TEST(ProfileCompareTest, UnlikeValgrindsAreOnlyComparedByForce) {
  const fs::path base = Folder("base", {{"1.out", Profile("3.19.0", {"a"})}});
  const fs::path head = Folder("head", {{"1.out", Profile("3.26.0.codspeed6", {"a"})}});
  const ProfileCompareResult refused = Compare(base, head);
  EXPECT_FALSE(refused.complete);
  EXPECT_THAT(refused.text, HasSubstr("3.26.0.codspeed6"));
  EXPECT_THAT(Row(refused.text, "a"), Not(HasSubstr("=")));
  const ProfileCompareResult forced = Compare(base, head, /*force=*/true);
  EXPECT_TRUE(forced.complete);
  EXPECT_THAT(Row(forced.text, "a"), HasSubstr("="));
  EXPECT_THAT(forced.text, HasSubstr("3.26.0.codspeed6"));
}

TEST(ProfileCompareTest, AProfileOfUnlikeProcessesIsOnlyComparedByForce) {
  const auto node = [](const std::string& version) {
    return R"({"integration_environment":{"nodejs":{"version":")" + version + "\"}}}";
  };
  const fs::path mixed = Folder("mixed", {{"1.out", Profile("3.19.0", {"a"})},
                                          {"environment-1.json", node("20.1.0")},
                                          {"2.out", Profile("3.19.0", {"b"})},
                                          {"environment-2.json", node("24.1.0")}});
  EXPECT_THAT(Error(mixed, mixed, absl::StatusCode::kInvalidArgument),
              HasSubstr(mixed.string() + ": found processes that differ in node (20.1.0, 24.1.0)"));
  EXPECT_TRUE(Compare(mixed, mixed, /*force=*/true).complete);
}

TEST(ProfileCompareTest, RefusesWhatCanNotBeCompared) {
  const std::string walltime = kRecorded + "walltime";
  const std::string simulation = kRecorded + "perf-map-tracked";
  EXPECT_THAT(Error(simulation, walltime, absl::StatusCode::kInvalidArgument),
              HasSubstr("found a profile of mode simulation in " + simulation +
                        " and one of mode walltime in " + walltime));
  const fs::path memory = Folder("memory", {{"results/5.MemtrackArtifact.msgpack", "x"}});
  EXPECT_THAT(Error(simulation, memory, absl::StatusCode::kUnimplemented),
              HasSubstr(memory.string()));
  const fs::path empty = Folder("empty", {});
  EXPECT_THAT(Error(empty, simulation, absl::StatusCode::kNotFound),
              HasSubstr(empty.string() + ": found no profile"));
  EXPECT_EQ(Error("no/such", simulation, absl::StatusCode::kNotFound).find("no/such"), 0u);
  const fs::path none = Folder("none", {{"1.out", Profile("3.19.0", {}, "5")}});
  EXPECT_THAT(Error(none, simulation, absl::StatusCode::kNotFound),
              HasSubstr("without any benchmark"));
}

TEST(ProfileCompareTest, ComparesWalltime) {
  const ProfileCompareResult result = Compare(kRecorded + "walltime", kRecorded + "walltime");
  EXPECT_TRUE(result.complete);
  EXPECT_THAT(Row(result.text, "wt/w.bench.ts::w::one"), HasSubstr("60.5µs"));
  EXPECT_THAT(result.text, HasSubstr("Welch"));
  const std::string results = *ReadFile(kRecorded + "walltime/results/5504.json");
  const fs::path other = Folder(
      "other", {{"results/1.json", results},
                {"environment-1.json", R"({"linked_libraries": {"ld-linux-aarch64.so.1": {}}})"}});
  EXPECT_THAT(Error(kRecorded + "walltime", other, absl::StatusCode::kInvalidArgument),
              HasSubstr("processor"));
  EXPECT_TRUE(Compare(kRecorded + "walltime", other, /*force=*/true).complete);
}

}  // namespace
}  // namespace benchcell
