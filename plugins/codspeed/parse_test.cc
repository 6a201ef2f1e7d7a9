#include "plugins/codspeed/parse.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::HasSubstr;

struct Part {
  std::string uri;
  int instructions = 0;
};

// What valgrind writes for a process, with one frame of the package's own in every part.
std::string Profile(const std::vector<Part>& parts) {
  std::string text =
      "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd:  node\n";
  int number = 0;
  const auto add = [&](const std::string& trigger, int instructions) {
    absl::StrAppend(&text, "part: ", ++number, "\n\ndesc: Trigger: ", trigger,
                    "\n\npositions: line\nevents: Ir Dr Dw\nsummary: 0\n\n");
    if (instructions > 0) {
      absl::StrAppend(&text, "fl=???\nfn=0x1000\n0 ", instructions, " 2 1\n\n");
    }
    absl::StrAppend(&text, "totals: ", instructions, instructions > 0 ? " 2 1" : "", "\n\n");
  };
  add("Client Request: Metadata: codspeed-node 5.7.1", 0);
  for (const Part& part : parts) {
    add(absl::StrCat("Client Request: ", part.uri), part.instructions);
  }
  add("Program termination", 0);
  return text;
}

v1::ParseRequest Request(const std::string& axis, const std::string& level,
                         const std::string& report, const std::string& profile) {
  v1::ParseRequest request;
  v1::Level& cell_level = *request.mutable_cell()->add_level();
  cell_level.set_axis(axis);
  cell_level.set_level(level);
  request.mutable_record()->mutable_exit()->set_code(0);
  *request.add_raw_output() = OutputOf("stdout", "");
  *request.add_raw_output() = OutputOf(kFoundOutput, report);
  *request.add_raw_output() = OutputOf("profile/7.out", profile);
  *request.add_raw_output() =
      OutputOf("profile/environment-7.json",
               R"({"integration_environment":{"nodejs":{"version":"24.21.0","v8":"13.6"}}})");
  *request.add_raw_output() =
      OutputOf("profile/perf-7.map", "1000 40 Function:work /w/package/src/a.ts:3:9\n");
  return request;
}

double Instructions(const v1::ParseResponse& response, const std::string& benchmark) {
  for (const v1::Sample& sample : response.sample()) {
    if (sample.metric() == "instructions" && sample.benchmark() == benchmark) return sample.value();
  }
  return -1;
}

TEST(ParseTest, CountsOfTheCellsBenchmark) {
  const v1::ParseResponse response =
      Parse(Request(kBenchmarkAxis, "a::group::x", Report(Entry("a", "x")),
                    Profile({{"a::group::x", 1234}, {"a::group::other", 9}})));
  EXPECT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_EQ(Instructions(response, "a::group::x"), 1234);
  EXPECT_EQ(Instructions(response, "a::group::other"), -1);
  EXPECT_EQ(response.observed().at("node"), "24.21.0");
  EXPECT_EQ(response.observed().at("valgrind"), "3.19.0");
  EXPECT_EQ(response.observed().at("vitest"), "4.1.10");
  ASSERT_EQ(response.profile_size(), 1);
  EXPECT_EQ(response.profile(0).benchmark(), "a::group::x");
  EXPECT_THAT(response.profile(0).frame(0).location(), testing::StartsWith("src/a.ts"));
}

TEST(ParseTest, NamesOfSeveralLinesAndEqualNamesFindTheirCounts) {
  const std::string report =
      Report(Entry("a", "x\\ntotals: 7") + "," + Entry("a", "x") + "," + Entry("a", "x"));
  const std::string profile =
      Profile({{"a::group::x\ntotals: 7", 1}, {"a::group::x", 2}, {"a::group::x", 3}});
  const v1::ParseResponse response = Parse(Request(kFileAxis, "a", report, profile));
  EXPECT_EQ(Instructions(response, "a::group::x\ntotals: 7"), 1);
  EXPECT_EQ(Instructions(response, "a::group::x"), 2);
  EXPECT_EQ(Instructions(response, "a::group::x (2)"), 3);
}

TEST(ParseTest, OneThatThrewTakesOnlyThoseAfterItWithIt) {
  const v1::ParseResponse response =
      Parse(Request(kFileAxis, "a",
                    Report(Entry("a", "x") + "," + Entry("a", "y") + "," + Entry("a", "z"),
                           R"({"file":"a","names":[],"message":"boom","stack":""})"),
                    Profile({{"a::group::x", 5}})));
  EXPECT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_EQ(Instructions(response, "a::group::x"), 5);
  ASSERT_EQ(response.benchmark_failure_size(), 2);
  EXPECT_EQ(response.benchmark_failure(0).message(), "threw: boom");
  EXPECT_THAT(response.benchmark_failure(1).message(), HasSubstr("not run"));
}

TEST(ParseTest, AProcessThatWasKilledLeavesTheCountsOfThoseBefore) {
  const v1::ParseResponse response = Parse(
      Request(kFileAxis, "a",
              Report(Entry("a", "x") + "," + Entry("a", "y"), R"({"message":"worker ended"})"),
              Profile({{"a::group::x", 5}})));
  EXPECT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_EQ(Instructions(response, "a::group::x"), 5);
  ASSERT_EQ(response.benchmark_failure_size(), 1);
  EXPECT_EQ(response.benchmark_failure(0).message(), "threw: worker ended");
}

TEST(ParseTest, ARunWithoutAnyCountsFails) {
  v1::ParseResponse response = Parse(
      Request(kBenchmarkAxis, "a::group::x",
              Report(Entry("a", "x"), R"({"file":"a","names":[],"message":"boom","stack":""})"),
              Profile({})));
  EXPECT_EQ(response.status(), v1::GENUINE_FAILURE);
  EXPECT_EQ(response.message(), "threw: boom");
  response = Parse(Request(kBenchmarkAxis, "a::group::gone", Report(Entry("a", "x")), Profile({})));
  EXPECT_EQ(response.status(), v1::HARNESS_ERROR);
  EXPECT_THAT(response.message(), HasSubstr("without finding the benchmark"));
}

TEST(ParseTest, AnErrorAfterTheCountsIsNotForgotten) {
  const v1::ParseResponse response = Parse(Request(
      kBenchmarkAxis, "a::group::x", Report(Entry("a", "x"), R"({"message":"late","stack":""})"),
      Profile({{"a::group::x", 5}})));
  EXPECT_EQ(response.status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(response.message(), HasSubstr("late"));
}

TEST(ParseTest, AProgramThatFailedWithoutAWordMeasuredNothing) {
  v1::ParseRequest request = Request(kBenchmarkAxis, "a::group::x", Report(Entry("a", "x")),
                                     Profile({{"a::group::x", 1234}}));
  request.mutable_record()->mutable_exit()->set_code(3);
  EXPECT_EQ(Parse(request).status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(Parse(request).message(), HasSubstr("exit code 3"));
  request.mutable_record()->mutable_exit()->set_signal(9);
  EXPECT_EQ(Parse(request).status(), v1::GENUINE_FAILURE);
}

TEST(ParseTest, ARunThatLeftNothing) {
  v1::ParseRequest request = Request(kBenchmarkAxis, "a::group::x", "{", Profile({}));
  EXPECT_THAT(Parse(request).message(), HasSubstr("not what the reporter writes"));
  request.mutable_raw_output()->DeleteSubrange(1, 1);
  request.mutable_record()->mutable_exit()->set_signal(9);
  EXPECT_EQ(Parse(request).status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(Parse(request).message(), HasSubstr("signal 9"));
  request = Request(kBenchmarkAxis, "a::group::x", Report(Entry("a", "x")), "");
  request.mutable_raw_output()->DeleteSubrange(2, 2);
  EXPECT_EQ(Parse(request).status(), v1::HARNESS_ERROR) << "no profile at all";
  *request.add_raw_output() = OutputOf(kReasonOutput, "not in this build");
  EXPECT_EQ(Parse(request).message(), "not in this build");
}

}  // namespace
}  // namespace benchcell::codspeed
