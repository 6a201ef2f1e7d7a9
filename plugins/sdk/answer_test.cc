#include "plugins/sdk/answer.h"

#include <filesystem>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(AnswerTest, AFailureIsValidUtf8) {
  const v1::ParseResponse response = Failed(v1::GENUINE_FAILURE, "it said \xff");
  EXPECT_EQ(response.status(), v1::GENUINE_FAILURE);
  EXPECT_EQ(response.message(), "it said \xef\xbf\xbd");
}

TEST(AnswerTest, UsageInSecondsAndBytes) {
  v1::Usage usage;
  usage.set_wall_ns(1'500'000'000);
  usage.set_user_cpu_ns(500'000'000);
  usage.set_system_cpu_ns(250'000'000);
  usage.set_peak_memory_bytes(4096);
  v1::ParseResponse response;
  AddUsageSamples(usage, response);
  std::map<std::string, double> values;
  for (const v1::Sample& sample : response.sample()) values[sample.metric()] = sample.value();
  EXPECT_THAT(values, ElementsAre(Pair("cpu_time", 0.75), Pair("peak_memory", 4096),
                                  Pair("system_cpu_time", 0.25), Pair("user_cpu_time", 0.5),
                                  Pair("wall_time", 1.5)));
}

TEST(AnswerTest, TheEndOfBothOutputs) {
  v1::ParseRequest request;
  EXPECT_EQ(OutputTail(request), "");
  const std::filesystem::path folder = ::testing::TempDir();
  for (const char* name : {"stdout", "stderr"}) {
    ASSERT_TRUE(WriteFile(folder / name, std::string(3000, 'x') + name + "\n").ok());
    v1::RawOutputFile& output = *request.add_raw_output();
    output.set_name(name);
    output.set_path(folder / name);
  }
  const std::string tail = OutputTail(request);
  EXPECT_THAT(tail, ::testing::StartsWith("\n--- end of stdout:\n"));
  EXPECT_THAT(tail, ::testing::HasSubstr("xstdout\n--- end of stderr:\n"));
  EXPECT_LT(tail.size(), 3100u);
}

}  // namespace
}  // namespace benchcell
