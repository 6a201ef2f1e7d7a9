#include "plugins/vitest/parse.h"

#include <filesystem>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "plugins/vitest/description.h"
#include "runners/base/files.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

// A recorded run; see fixtures/recorded/vitest/README.md.
v1::ParseRequest Recorded(const std::string& name) {
  const fs::path folder = fs::absolute("fixtures/recorded/vitest") / name;
  v1::ParseRequest request;
  const auto text = ReadFile(folder / "request.json");
  EXPECT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text.value_or(""), &request).ok());
  for (const char* output :
       {"stdout", "stderr", "report", "app", "expected", "caches_before", "caches_after"}) {
    if (!fs::exists(folder / output)) continue;
    request.add_raw_output()->set_name(output);
    request.mutable_raw_output()->rbegin()->set_path(folder / output);
  }
  return request;
}

// Replaces a raw output by `content`.
void Replace(const std::string& name, const std::string& content, v1::ParseRequest& request) {
  const fs::path path = fs::path(::testing::TempDir()) / name;
  EXPECT_TRUE(WriteFile(path, content).ok());
  for (v1::RawOutputFile& output : *request.mutable_raw_output()) {
    if (output.name() == name) output.set_path(path);
  }
}

std::string ContentOf(const std::string& name, const v1::ParseRequest& request) {
  for (const v1::RawOutputFile& output : request.raw_output()) {
    if (output.name() == name) return ReadFile(output.path()).value_or("");
  }
  return "";
}

std::map<std::string, double> SamplesOf(const v1::ParseResponse& response) {
  std::map<std::string, double> samples;
  for (const v1::Sample& sample : response.sample()) samples[sample.metric()] = sample.value();
  return samples;
}

TEST(ParseTest, AGoodRunGivesUsageAndPhases) {
  const v1::ParseResponse response = Parse(Recorded("good-5.1.0-warm"));
  ASSERT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_EQ(response.message(), "");
  const std::map<std::string, double> samples = SamplesOf(response);
  EXPECT_DOUBLE_EQ(samples.at("wall_time"), 1.25);
  EXPECT_DOUBLE_EQ(samples.at("user_cpu_time"), 0.5);
  EXPECT_DOUBLE_EQ(samples.at("system_cpu_time"), 0.25);
  EXPECT_DOUBLE_EQ(samples.at("cpu_time"), 0.75);
  EXPECT_DOUBLE_EQ(samples.at("peak_memory"), 104857600);
  // Milliseconds in the report, seconds here.
  EXPECT_GT(samples.at("setup"), 0.001);
  EXPECT_LT(samples.at("setup"), 10);
  EXPECT_TRUE(samples.contains("worker"));
  EXPECT_FALSE(samples.contains("prepare"));
  EXPECT_EQ(response.observed().at("maxWorkers"), "2");
  EXPECT_EQ(response.observed().at("node"), "v24.22.1");
  EXPECT_EQ(response.observed().at("vitest"), "5.1.0");
}

TEST(ParseTest, GoodRunsOfOtherVersionsAndStates) {
  const v1::ParseResponse four = Parse(Recorded("good-4.1.10-warm"));
  EXPECT_EQ(four.status(), v1::OK) << four.message();
  EXPECT_TRUE(SamplesOf(four).contains("prepare"));
  EXPECT_FALSE(SamplesOf(four).contains("worker"));
  const v1::ParseResponse cold = Parse(Recorded("good-5.0.5-cold"));
  EXPECT_EQ(cold.status(), v1::OK) << cold.message();
  // What the default came to on the machine of the recording, which had two processors.
  EXPECT_EQ(cold.observed().at("maxWorkers"), "1");
}

TEST(ParseTest, EverySampleIsOfADeclaredMetric) {
  std::map<std::string, int> declared;
  const v1::PluginDescription description = Description();
  for (const v1::Metric& metric : description.metric()) declared[metric.name()] = 1;
  for (const char* name : {"good-4.1.10-warm", "good-5.1.0-warm"}) {
    const v1::ParseResponse response = Parse(Recorded(name));
    for (const v1::Sample& sample : response.sample()) {
      EXPECT_TRUE(declared.contains(sample.metric())) << sample.metric();
    }
  }
}

struct Wrong {
  std::string recording;
  v1::RunStatus status;
  std::string message;
};

class ParseWrongRunTest : public ::testing::TestWithParam<Wrong> {};

TEST_P(ParseWrongRunTest, IsToldAndGivesNoSamples) {
  const v1::ParseResponse response = Parse(Recorded(GetParam().recording));
  EXPECT_EQ(response.status(), GetParam().status);
  EXPECT_THAT(response.message(), HasSubstr(GetParam().message));
  EXPECT_EQ(response.sample_size(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Recordings, ParseWrongRunTest,
    ::testing::Values(
        Wrong{"failing-test", v1::GENUINE_FAILURE,
              "exit code 1: 1 of 8 tests and 1 of 8 test files failed\n--- end of stdout:\n"},
        Wrong{"failing-test", v1::GENUINE_FAILURE, "expected 7492 to be 17492"},
        Wrong{"failing-test-4.1.10", v1::GENUINE_FAILURE, "1 of 8 tests"},
        Wrong{"unhandled-error", v1::GENUINE_FAILURE,
              "1 unhandled errors, the first: nobody waits for this"},
        Wrong{"missing-test-file", v1::GENUINE_FAILURE, "7 test files ran, the app has 8"},
        Wrong{"broken-config", v1::GENUINE_FAILURE, "exit code 1 and left no report"},
        Wrong{"main-process-killed", v1::GENUINE_FAILURE, "ended by signal 9"},
        Wrong{"exits-before-tests", v1::GENUINE_FAILURE, "before its tests had ended"},
        Wrong{"report-missing", v1::HARNESS_ERROR, "exit code 0, but left no report"},
        Wrong{"cold-that-was-warm", v1::HARNESS_ERROR, "a cold run was not cold: found 41 files"},
        Wrong{"warm-that-was-cold", v1::HARNESS_ERROR, "a warm run was not warm: found no"},
        Wrong{"warm-without-module-cache", v1::HARNESS_ERROR, "it wrote 37 of 37 modules"},
        Wrong{"module-cache-on-though-off", v1::HARNESS_ERROR,
              "fsModuleCache was true in this run, expected false"},
        Wrong{"another-vitest", v1::HARNESS_ERROR, "vitest was 5.0.5 in this run, expected 5.1.0"},
        Wrong{"another-pool", v1::HARNESS_ERROR, "pool was threads in this run, expected forks"}),
    [](const auto& info) {
      std::string name = info.param.recording + "-" + std::to_string(info.index);
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(ParseTest, OtherLevelsThanWereInEffectAreToldApart) {
  for (const auto& [axis, level] : std::map<std::string, std::string>{
           {"isolate", "true"}, {"maxWorkers", "3"}, {"env", "jsdom"}, {"pool", "vmForks"}}) {
    v1::ParseRequest request = Recorded("good-5.1.0-warm");
    for (v1::Level& asked : *request.mutable_cell()->mutable_level()) {
      if (asked.axis() == axis) asked.set_level(level);
    }
    const v1::ParseResponse response = Parse(request);
    EXPECT_EQ(response.status(), v1::HARNESS_ERROR) << axis;
    EXPECT_THAT(response.message(), StartsWith(axis + " was "));
    EXPECT_THAT(response.message(), HasSubstr("expected " + level));
  }
}

TEST(ParseTest, APercentageIsNotHeldAgainstTheNumber) {
  v1::ParseRequest request = Recorded("good-5.1.0-warm");
  for (v1::Level& asked : *request.mutable_cell()->mutable_level()) {
    if (asked.axis() == "maxWorkers") asked.set_level("50%");
  }
  EXPECT_EQ(Parse(request).status(), v1::OK);
}

TEST(ParseTest, AnotherNodeIsToldApart) {
  v1::ParseRequest request = Recorded("good-5.1.0-warm");
  Replace("expected", R"({"node":"24.22.3","vitest":"5.1.0"})", request);
  EXPECT_EQ(Parse(request).message(), "node was v24.22.1 in this run, expected v24.22.3");
}

TEST(ParseTest, ATruncatedReportIsAHarnessErrorWhereverItEnds) {
  const std::string whole = ContentOf("report", Recorded("good-5.1.0-warm"));
  for (size_t size = 0; size + 2 < whole.size(); size += 7) {
    v1::ParseRequest request = Recorded("good-5.1.0-warm");
    Replace("report", whole.substr(0, size), request);
    EXPECT_EQ(Parse(request).status(), v1::HARNESS_ERROR) << size;
  }
}

TEST(ParseTest, MissingRawOutputsAreNamed) {
  for (const char* name : {"app", "expected", "caches_before", "caches_after"}) {
    v1::ParseRequest request = Recorded("good-5.1.0-warm");
    for (v1::RawOutputFile& output : *request.mutable_raw_output()) {
      if (output.name() == name) output.set_name("other");
    }
    const v1::ParseResponse response = Parse(request);
    EXPECT_EQ(response.status(), v1::HARNESS_ERROR);
    EXPECT_THAT(response.message(), HasSubstr(std::string("left no \"") + name));
  }
}

TEST(ParseTest, AnEmptyRequestIsAHarnessError) {
  EXPECT_EQ(Parse(v1::ParseRequest()).status(), v1::HARNESS_ERROR);
}

TEST(ParseTest, OnlyTheEndOfALongOutputIsKeptAndNothingSteersATerminal) {
  v1::ParseRequest request = Recorded("failing-test");
  Replace("stdout", std::string(1 << 20, 'x') + "\x1B[31mthe end \xFF\n", request);
  const std::string message = Parse(request).message();
  EXPECT_LT(message.size(), 4000u);
  EXPECT_THAT(message, HasSubstr("xthe end \xEF\xBF\xBD\n"));
}

}  // namespace
}  // namespace benchcell::vitest
