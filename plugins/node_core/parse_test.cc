#include "plugins/node_core/parse.h"

#include <map>

#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "plugins/node_core/description.h"
#include "plugins/node_core/testing.h"
#include "runners/base/files.h"

namespace benchcell::node_core {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

// A recorded run; see fixtures/recorded/node_core_runs/README.md.
v1::ParseRequest Recorded(const std::string& name) {
  const fs::path folder = fs::absolute(kRecorded) / name;
  v1::ParseRequest request;
  const auto text = ReadFile(folder / "request.json");
  EXPECT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text.value_or(""), &request).ok());
  for (const char* output : {"stdout", "stderr", "reports", "reason"}) {
    if (!fs::exists(folder / output)) continue;
    request.add_raw_output()->set_name(output);
    request.mutable_raw_output()->rbegin()->set_path(folder / output);
  }
  return request;
}

void Replace(const std::string& name, const std::string& content, v1::ParseRequest& request) {
  const fs::path path = fs::path(::testing::TempDir()) / name;
  EXPECT_TRUE(WriteFile(path, content).ok());
  for (v1::RawOutputFile& output : *request.mutable_raw_output()) {
    if (output.name() == name) output.set_path(path);
  }
}

// The run `good` with another report.
v1::ParseRequest Reporting(const std::string& rate, const std::string& time) {
  v1::ParseRequest request = Recorded("good");
  Replace("reports",
          R"({"name":"hot/loop.js","conf":{"n":2000000,"kind":"integers"},"rate":)" + rate +
              ",\"time\":" + time + ",\"type\":\"report\"}\n",
          request);
  return request;
}

std::map<std::string, double> SamplesOf(const v1::ParseResponse& response) {
  std::map<std::string, double> samples;
  for (const v1::Sample& sample : response.sample()) samples[sample.metric()] = sample.value();
  return samples;
}

TEST(ParseTest, AGoodRunGivesItsRateAndItsDigits) {
  const v1::ParseResponse response = Parse(Reporting("123456.78901234567", "\"0.016200000\""));
  ASSERT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_EQ(response.message(), "");
  const std::map<std::string, double> samples = SamplesOf(response);
  EXPECT_DOUBLE_EQ(samples.at("rate"), 123456.78901234567);
  EXPECT_DOUBLE_EQ(samples.at("time"), 0.0162);
  EXPECT_DOUBLE_EQ(samples.at("cpu_time"), 0.75);
  EXPECT_DOUBLE_EQ(samples.at("peak_memory"), 104857600);
  EXPECT_EQ(response.observed().at("rate"), "123456.78901234567");
  EXPECT_EQ(response.observed().at("time"), "0.016200000");
  EXPECT_EQ(response.observed().at("configuration"), "n=2000000 kind='integers'");
}

TEST(ParseTest, EverySampleIsOfADeclaredMetric) {
  const std::map<std::string, double> samples = SamplesOf(Parse(Recorded("good")));
  const v1::PluginDescription description = Description();
  EXPECT_EQ(static_cast<int>(samples.size()), description.metric_size());
  for (const v1::Metric& metric : description.metric()) {
    EXPECT_TRUE(samples.contains(metric.name())) << metric.name();
  }
}

TEST(ParseTest, GoodRunsOfOtherKinds) {
  const v1::ParseResponse quoted = Parse(Recorded("good-quoted"));
  EXPECT_EQ(quoted.status(), v1::OK) << quoted.message();
  EXPECT_EQ(quoted.observed().at("configuration"), "n=1000 size=1e+21 strict=true text=\"it's\"");
  const v1::ParseResponse parent = Parse(Recorded("good-in-parent"));
  EXPECT_EQ(parent.status(), v1::OK) << parent.message();
  const v1::ParseResponse upstream = Parse(Recorded("upstream"));
  EXPECT_EQ(upstream.status(), v1::OK) << upstream.message();
  EXPECT_EQ(upstream.observed().at("configuration"),
            "n=5 mode='worker' script='test/fixtures/semicolon'");
}

TEST(ParseTest, WhatIsPrintedDoesNotGetBetweenReports) {
  EXPECT_THAT(ReadFile(fs::path(kRecorded) / "good-stray" / "stdout").value(),
              HasSubstr("\"rate\":1"));
  const v1::ParseResponse response = Parse(Recorded("good-stray"));
  EXPECT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_NE(response.observed().at("rate"), "1");
}

struct Wrong {
  std::string recording;
  v1::RunStatus status;
  std::string message;
};

class ParseWrongRunTest : public ::testing::TestWithParam<Wrong> {};

TEST_P(ParseWrongRunTest, HasANameAndGivesNoSamples) {
  const v1::ParseResponse response = Parse(Recorded(GetParam().recording));
  EXPECT_EQ(response.status(), GetParam().status);
  EXPECT_THAT(response.message(), StartsWith(GetParam().message));
  EXPECT_EQ(response.sample_size(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Recordings, ParseWrongRunTest,
    ::testing::Values(
        Wrong{"killed", v1::GENUINE_FAILURE, "killed: signal 9 (Killed) ended the benchmark"},
        Wrong{"silent", v1::GENUINE_FAILURE, "no report sent: "},
        Wrong{"killed-below-parent", v1::GENUINE_FAILURE,
              "no report sent: the benchmark ended with exit code 0 and never called end(); its "
              "parent"},
        Wrong{"nan", v1::GENUINE_FAILURE, "not a finite rate: it is NaN or infinite"},
        Wrong{"infinity", v1::GENUINE_FAILURE, "not a finite rate: it is NaN or infinite"},
        Wrong{"no-combination", v1::GENUINE_FAILURE,
              "broken/no-combination.js has no configuration with 24.22.3: empty queue: "},
        Wrong{"addon", v1::GENUINE_FAILURE,
              "broken/addon.js has no configuration with 24.22.3: addon missing: "},
        Wrong{"addon-quiet", v1::GENUINE_FAILURE,
              "broken/addon-quiet.js has no configuration with 24.22.3: addon missing: "},
        Wrong{"binaries-disagree", v1::GENUINE_FAILURE,
              "the binaries disagree: many/by-version.js has no configuration n=100000 api=new "
              "with 24.21.0; only with 24.22.3"},
        Wrong{"no-http-tool", v1::HARNESS_ERROR, "HTTP tool missing: there is no wrk here"},
        Wrong{"test-double", v1::HARNESS_ERROR, "HTTP tool missing: node's stand-in"},
        Wrong{"port", v1::HARNESS_ERROR, "port in use: 127.0.0.1:"},
        Wrong{"clock", v1::GENUINE_FAILURE, "insufficient clock precision: "},
        Wrong{"hang", v1::GENUINE_FAILURE, "hang: it was killed after the experiment's timeout"},
        Wrong{"flag", v1::GENUINE_FAILURE,
              "unknown flag: this binary doesn't know --flag-that-no-node-knows"},
        Wrong{"throws", v1::GENUINE_FAILURE, "exit code 1, before it had reported\n--- end of "},
        Wrong{"end-twice", v1::GENUINE_FAILURE, "exit code 1, after it had reported"},
        Wrong{"another-configuration", v1::HARNESS_ERROR,
              "wrong configuration: kind was integers in this run, expected objects"}),
    [](const auto& info) {
      std::string name = info.param.recording;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(ParseTest, WhereTheNameSaysAllTheOutputIsLeftOut) {
  EXPECT_THAT(Parse(Recorded("port")).message(), Not(HasSubstr("--- end of")));
  EXPECT_THAT(Parse(Recorded("throws")).message(), HasSubstr("this benchmark is broken"));
}

TEST(ParseTest, ARateThatIsTextIsTakenAsTheNumberThatItHolds) {
  const v1::ParseResponse response = Parse(Reporting("\"1234.50\"", "1.5"));
  ASSERT_EQ(response.status(), v1::OK) << response.message();
  EXPECT_DOUBLE_EQ(SamplesOf(response).at("rate"), 1234.5);
  EXPECT_EQ(response.observed().at("rate"), "1234.50");
  EXPECT_EQ(response.observed().at("time"), "1.5");
}

TEST(ParseTest, OtherRatesAndTimesAreFailures) {
  EXPECT_THAT(Parse(Reporting("0", "1")).message(), StartsWith("no operations: the rate is 0"));
  EXPECT_THAT(Parse(Reporting("-1", "1")).message(), StartsWith("no operations: "));
  for (const char* rate : {"true", "[1]", "\"Infinity\"", "\"\"", "1e999"}) {
    const v1::ParseResponse response = Parse(Reporting(rate, "1"));
    EXPECT_NE(response.status(), v1::OK) << rate;
    EXPECT_EQ(response.sample_size(), 0) << rate;
  }
  EXPECT_EQ(Parse(Reporting("1", "null")).status(), v1::HARNESS_ERROR);
}

TEST(ParseTest, TwoReportsAreOneTooMany) {
  v1::ParseRequest request = Recorded("good");
  const std::string report = ReadFile(request.raw_output(2).path()).value();
  Replace("reports", report + report, request);
  EXPECT_THAT(Parse(request).message(), StartsWith("2 reports came"));
}

TEST(ParseTest, ATruncatedReportIsNoReportWhereverItEnds) {
  const std::string whole = ReadFile(Recorded("good").raw_output(2).path()).value();
  for (size_t size = 0; size < whole.size(); size += 3) {
    v1::ParseRequest request = Recorded("good");
    Replace("reports", whole.substr(0, size), request);
    EXPECT_THAT(Parse(request).message(), StartsWith("no report sent: ")) << size;
  }
}

TEST(ParseTest, AStandInIsFineIfTheCellSaysSo) {
  v1::ParseRequest request = Recorded("test-double");
  v1::Level& level = *request.mutable_cell()->add_level();
  level.set_axis("benchmarker");
  level.set_level("test-double-http");
  EXPECT_EQ(Parse(request).status(), v1::OK) << Parse(request).message();
}

TEST(ParseTest, AnotherFileThanTheCellsIsToldApart) {
  v1::ParseRequest request = Recorded("good");
  request.mutable_cell()->mutable_level(0)->set_level("hot/other.js");
  EXPECT_THAT(Parse(request).message(),
              StartsWith("wrong configuration: hot/loop.js reported, expected hot/other.js"));
}

TEST(ParseTest, AnEmptyRequestIsAHarnessError) {
  EXPECT_EQ(Parse(v1::ParseRequest()).status(), v1::HARNESS_ERROR);
}

TEST(ParseTest, OnlyTheEndOfALongOutputIsKeptAndNothingSteersATerminal) {
  v1::ParseRequest request = Recorded("throws");
  Replace("stderr", std::string(1 << 20, 'x') + "\x1B[31mthe end \xFF\n", request);
  const std::string message = Parse(request).message();
  EXPECT_LT(message.size(), 4000u);
  EXPECT_THAT(message, HasSubstr("xthe end \xEF\xBF\xBD"));
  EXPECT_THAT(message, Not(HasSubstr("\x1B")));
}

}  // namespace
}  // namespace benchcell::node_core
