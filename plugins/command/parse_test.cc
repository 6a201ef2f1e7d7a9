#include "plugins/command/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "plugins/command/description.h"
#include "plugins/command/settings.h"
#include "runners/base/files.h"

namespace benchcell::command {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ParseTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    request_.mutable_record()->mutable_exit()->set_code(0);
    v1::Usage& usage = *request_.mutable_record()->mutable_usage();
    usage.set_wall_ns(2'000'000'000);
    usage.set_user_cpu_ns(1'000'000'000);
    usage.set_system_cpu_ns(500'000'000);
    usage.set_peak_memory_bytes(4096);
    Leave("stdout", "n=5\n");
    Leave("stderr", "warning\n");
  }

  void Leave(const std::string& name, const std::string& content) {
    ASSERT_TRUE(MakeFolder((folder_ / name).parent_path()).ok());
    ASSERT_TRUE(WriteFile(folder_ / name, content).ok());
    v1::RawOutputFile& output = *request_.add_raw_output();
    output.set_name(name);
    output.set_path(folder_ / name);
  }

  void JudgeBy(const std::vector<uint32_t>& good, const std::vector<std::string>& metrics) {
    Reading reading;
    reading.good_exits = good;
    reading.metric_texts = metrics;
    Leave("reading", ReadingToText(reading));
  }

  std::map<std::string, double> Samples() {
    const v1::ParseResponse response = Parse(request_);
    EXPECT_EQ(response.status(), v1::OK) << response.message();
    std::map<std::string, double> samples;
    for (const v1::Sample& sample : response.sample()) samples[sample.metric()] = sample.value();
    return samples;
  }

  void ExpectFailed(v1::RunStatus status, const std::string& words) {
    const v1::ParseResponse response = Parse(request_);
    EXPECT_EQ(response.status(), status);
    EXPECT_THAT(response.message(), HasSubstr(words));
    EXPECT_THAT(response.sample(), IsEmpty());
  }

  fs::path folder_;
  v1::ParseRequest request_;
};

TEST_F(ParseTest, TimeAndMemoryComeFromTheRecord) {
  const std::map<std::string, double> samples = Samples();
  EXPECT_DOUBLE_EQ(samples.at("wall_time"), 2);
  EXPECT_DOUBLE_EQ(samples.at("cpu_time"), 1.5);
  EXPECT_DOUBLE_EQ(samples.at("user_cpu_time"), 1);
  EXPECT_DOUBLE_EQ(samples.at("system_cpu_time"), 0.5);
  EXPECT_DOUBLE_EQ(samples.at("peak_memory"), 4096);
  EXPECT_EQ(static_cast<int>(samples.size()), Description().metric_size());
}

TEST_F(ParseTest, AFailureIsToldWithTheEndOfItsOutput) {
  request_.mutable_record()->mutable_exit()->set_code(3);
  ExpectFailed(v1::GENUINE_FAILURE, "exit code 3; expected 0\n--- end of stdout:\nn=5\n");
  ExpectFailed(v1::GENUINE_FAILURE, "--- end of stderr:\nwarning");
  request_.mutable_record()->mutable_exit()->set_signal(11);
  ExpectFailed(v1::GENUINE_FAILURE, "killed by signal 11 (Segmentation fault)");
  request_.mutable_record()->clear_exit();
  ExpectFailed(v1::HARNESS_ERROR, "doesn't say how the command ended");
}

TEST_F(ParseTest, OtherExitCodesMayBeGood) {
  JudgeBy({1, 3}, {});
  ExpectFailed(v1::GENUINE_FAILURE, "exit code 0; expected 1 or 3");
  request_.mutable_record()->mutable_exit()->set_code(3);
  EXPECT_EQ(Parse(request_).status(), v1::OK);
}

TEST_F(ParseTest, AnyExitCodeMayBeGoodButNoSignal) {
  JudgeBy({}, {});
  request_.mutable_record()->mutable_exit()->set_code(255);
  EXPECT_EQ(Parse(request_).status(), v1::OK);
  request_.mutable_record()->mutable_exit()->set_signal(9);
  ExpectFailed(v1::GENUINE_FAILURE, "killed by signal 9");
}

TEST_F(ParseTest, MetricsAreReadFromAllPlaces) {
  Leave("file/out.json", R"({"size": 7})");
  JudgeBy({0},
          {"n=regex:n=([0-9]+)", "w=stderr:regex:(?:warning)(|x)|x", "s=file:out.json:json:/size"});
  ExpectFailed(v1::HARNESS_ERROR, "metric w: ");
  request_.mutable_raw_output()->RemoveLast();
  JudgeBy({0}, {"n=regex:n=([0-9]+)", "s=file:out.json:json:/size"});
  EXPECT_DOUBLE_EQ(Samples().at("n"), 5);
  EXPECT_DOUBLE_EQ(Samples().at("s"), 7);
}

TEST_F(ParseTest, AMetricThatIsNotThereIsAHarnessError) {
  JudgeBy({0}, {"n=regex:m=(.*)"});
  ExpectFailed(v1::HARNESS_ERROR,
               "the pattern \"m=(.*)\" finds nothing in stdout; it is \"n=5\\n\"");
  request_.mutable_raw_output()->RemoveLast();
  JudgeBy({0}, {"n=file:gone:json:/x"});
  ExpectFailed(v1::HARNESS_ERROR, "the command left no file gone");
}

TEST_F(ParseTest, AFailureComesBeforeAMissingMetric) {
  JudgeBy({0}, {"n=regex:m=(.*)"});
  request_.mutable_record()->mutable_exit()->set_code(1);
  ExpectFailed(v1::GENUINE_FAILURE, "exit code 1");
}

TEST_F(ParseTest, StandsWhateverIsLeft) {
  Leave("reading", "{\"exit\": ");
  ExpectFailed(v1::HARNESS_ERROR, "not what the plugin wrote");
  request_.mutable_raw_output()->Clear();
  Leave("stdout", "\x1B[31m" + std::string(1 << 20, 'x') + "\xFF end");
  request_.mutable_record()->mutable_exit()->set_code(1);
  const std::string message = Parse(request_).message();
  EXPECT_LT(message.size(), 4000u);
  EXPECT_THAT(message, AllOf(HasSubstr("\xEF\xBF\xBD end"), Not(HasSubstr("\x1B"))));
  EXPECT_EQ(Parse(v1::ParseRequest()).status(), v1::HARNESS_ERROR);
}

}  // namespace
}  // namespace benchcell::command
