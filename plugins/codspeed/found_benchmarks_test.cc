#include "plugins/codspeed/found_benchmarks.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::ElementsAre;

TEST(FoundBenchmarksTest, ReadsWhatTheReporterWrites) {
  const auto found = ParseFoundBenchmarks(
      Report(Entry("src/a.bench.ts", "x") + "," + Entry("src/a.bench.ts", "y", "skip"),
             R"({"file":"src/a.bench.ts","names":["group"],"message":"boom","stack":"Error: boom\n)"
             R"(    at f (file:///w/package/node_modules/v/index.js:1:2)\n)"
             R"(    at /w/package/src/a.bench.ts:4:44\n    at /elsewhere/b.ts:1:1"})"));
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->vitest, "4.1.10");
  EXPECT_EQ(found->root, "/w/package");
  ASSERT_EQ(found->benchmarks.size(), 2u);
  EXPECT_EQ(found->benchmarks[0].uri, "src/a.bench.ts::group::x");
  EXPECT_THAT(found->benchmarks[0].test, ElementsAre("group", "x"));
  EXPECT_TRUE(found->benchmarks[0].runs);
  EXPECT_FALSE(found->benchmarks[1].runs);
  ASSERT_EQ(found->errors.size(), 1u);
  EXPECT_EQ(found->errors[0].message, "boom");
  EXPECT_EQ(found->errors[0].place, "src/a.bench.ts:4:44") << "the package's own code";
}

TEST(FoundBenchmarksTest, EqualOnesThatRunAreNumberedAsInAProfile) {
  const auto found = ParseFoundBenchmarks(Report(Entry("a", "x") + "," + Entry("a", "x\\ny") + "," +
                                                 Entry("a", "x", "todo") + "," + Entry("a", "x")));
  ASSERT_TRUE(found.ok()) << found.status();
  std::vector<std::string> uris;
  for (const FoundBenchmark& benchmark : found->benchmarks) {
    uris.push_back(benchmark.uri);
    EXPECT_EQ(benchmark.own_uri.find(" ("), std::string::npos);
  }
  EXPECT_THAT(uris, ElementsAre("a::group::x", "a::group::x\ny", "a::group::x", "a::group::x (2)"));
}

TEST(FoundBenchmarksTest, NoNumberTakesTheNameOfAnother) {
  const auto found = ParseFoundBenchmarks(
      Report(Entry("a", "x") + "," + Entry("a", "x") + "," + Entry("a", "x (2)")));
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->benchmarks[1].uri, "a::group::x (2)");
  EXPECT_EQ(found->benchmarks[2].uri, "a::group::x (2) (2)");
}

TEST(FoundBenchmarksTest, StatesOfAProviderCount) {
  const std::string entry = Entry("a", "x");
  const auto with = [&](const std::string& state) {
    const auto found = ParseFoundBenchmarks(
        Report(entry.substr(0, entry.size() - 1) + R"(,"state":")" + state + "\"}"));
    EXPECT_TRUE(found.ok()) << found.status();
    return found->benchmarks.at(0);
  };
  EXPECT_TRUE(with("measured").runs);
  EXPECT_FALSE(with("measured").broke_off);
  EXPECT_TRUE(with("begun").broke_off);
  EXPECT_FALSE(with("left out").runs);
  EXPECT_TRUE(with("found").runs);
}

TEST(FoundBenchmarksTest, OtherTextIsRefused) {
  for (const std::string text : {"", "{", "[]", "{\"benchmarks\":[3],\"errors\":[]}",
                                 "{\"benchmarks\":[{\"test\":[1]}],\"errors\":[]}"}) {
    EXPECT_EQ(ParseFoundBenchmarks(text).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
  }
}

}  // namespace
}  // namespace benchcell::codspeed
