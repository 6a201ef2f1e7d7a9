#include "plugins/codspeed/outcome.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::HasSubstr;

FoundBenchmarks Found(const std::string& benchmarks, const std::string& errors) {
  return ParseFoundBenchmarks(Report(benchmarks, errors)).value();
}

TEST(OutcomesTest, TheFirstWithoutCountsThrewAndTheOthersWereNotRun) {
  const FoundBenchmarks found =
      Found(Entry("a", "x") + "," + Entry("a", "y"),
            R"({"file":"a","names":[],"message":"boom","stack":"at /w/package/a:1:2\n"})");
  Outcomes outcomes(found, "");
  EXPECT_THAT(outcomes.Unexplained(), HasSubstr("boom"));
  const v1::BenchmarkFailure first = outcomes.Failure(found.benchmarks[0]);
  EXPECT_EQ(first.benchmark(), "a::group::x");
  EXPECT_EQ(first.status(), v1::GENUINE_FAILURE);
  EXPECT_EQ(first.message(), "threw: boom (a:1:2)");
  EXPECT_EQ(outcomes.Failure(found.benchmarks[1]).message(),
            "not run: a::group::x before it threw: boom (a:1:2)");
  EXPECT_EQ(outcomes.Unexplained(), "");
}

TEST(OutcomesTest, AnErrorIsThatOfItsOwnTestAndFile) {
  const FoundBenchmarks found =
      Found(Entry("a", "x") + "," + Entry("b", "x"),
            R"({"file":"b","names":["group","x"],"message":"boom","stack":""})");
  Outcomes outcomes(found, "");
  EXPECT_EQ(outcomes.Failure(found.benchmarks[0]).status(), v1::HARNESS_ERROR);
  EXPECT_EQ(outcomes.Failure(found.benchmarks[1]).message(), "threw: boom");
}

TEST(OutcomesTest, AnErrorOfTheRunIsThatOfWhatHasNoCounts) {
  const FoundBenchmarks found =
      Found(Entry("a", "x") + "," + Entry("b", "x") + "," + Entry("b", "y"),
            R"({"message":"worker ended"},{"file":"b","names":["group","y"],"message":"boom"})");
  Outcomes outcomes(found, "");
  EXPECT_EQ(outcomes.Failure(found.benchmarks[1]).message(), "threw: worker ended");
  EXPECT_EQ(outcomes.Failure(found.benchmarks[2]).message(), "threw: boom") << "its own goes first";
  EXPECT_EQ(outcomes.Unexplained(), "");
}

TEST(OutcomesTest, WithoutAnErrorTheHarnessIsAsked) {
  const FoundBenchmarks found = Found(Entry("a", "x"), "");
  EXPECT_THAT(Outcomes(found, "").Failure(found.benchmarks[0]).message(),
              HasSubstr("is CodSpeed's plugin among the plugins"));
  EXPECT_THAT(Outcomes(found, "1.out:7: ends early").Failure(found.benchmarks[0]).message(),
              HasSubstr("1.out:7: ends early"));
}

}  // namespace
}  // namespace benchcell::codspeed
