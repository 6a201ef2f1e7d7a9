#include "runners/interchange/json_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

std::string Refusal(const std::string& text, const InputLimits& limits = {}) {
  const auto parsed = ParseInput(text, "a.json", limits);
  EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument) << text;
  const std::string message = MessageOf(parsed.status());
  EXPECT_THAT(message, testing::StartsWith("a.json: "));
  EXPECT_LT(message.size(), 600u);
  return message;
}

TEST(JsonInputTest, CutOffAndMalformedTextIsRefusedWithItsPlace) {
  EXPECT_THAT(Refusal("{\n  \"results\": [1, "), HasSubstr("line 2, column"));
  EXPECT_THAT(Refusal("name,time\na,1\n"), HasSubstr("line 1, column 2"));
  EXPECT_THAT(Refusal("{\"a\": \"\xff\"}"), HasSubstr("UTF-8"));
  EXPECT_THAT(Refusal("{\"a\": \"\\ud800\"}"), HasSubstr("surrogate"));
  EXPECT_THAT(Refusal("{} {}"), HasSubstr("line 1, column 4"));
  Refusal(std::string(100'000, '\1'));
  Refusal("\"" + std::string(100'000, 'x'));
}

TEST(JsonInputTest, NumbersBeyondADoubleAreRefused) {
  EXPECT_THAT(Refusal("{\"times\": [1e400]}"), HasSubstr("1e400"));
}

TEST(JsonInputTest, NamesTwiceInAnObjectAreRefused) {
  EXPECT_THAT(Refusal(R"({"a": {"b": 1, "c": 2, "b": 3}})"), HasSubstr("\"b\" twice"));
  EXPECT_TRUE(ParseInput(R"([{"b": {"b": 1}}, {"b": 1}])", "a.json", {}).ok());
}

TEST(JsonInputTest, DepthIsBounded) {
  const std::string deep(200'000, '[');
  EXPECT_THAT(Refusal(deep), HasSubstr("64 arrays and objects"));
  std::string objects;
  for (int i = 0; i < 1000; ++i) objects += "{\"a\":";
  EXPECT_THAT(Refusal(objects), HasSubstr("64 arrays and objects"));
  EXPECT_TRUE(ParseInput(std::string(60, '[') + std::string(60, ']'), "a.json", {}).ok());
}

TEST(JsonInputTest, TheNumberOfValuesIsBounded) {
  std::string many = "[0";
  for (int i = 0; i < 1000; ++i) many += ",0";
  EXPECT_THAT(Refusal(many + "]", {.values = 500}), HasSubstr("more than 500 values"));
  EXPECT_TRUE(ParseInput(many + "]", "a.json", {.values = 2000}).ok());
}

TEST(JsonInputTest, WhatIsNotFiniteBecomesText) {
  const auto parsed =
      ParseInput(R"([NaN, Infinity, -Infinity, "NaN \"Infinity", "\\", NaN])", "a.json", {});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->dump(), R"(["NaN","Infinity","-Infinity","NaN \"Infinity","\\","NaN"])");
}

class ReadInputTest : public testing::Test {
 protected:
  std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) / "input.json";
};

TEST_F(ReadInputTest, GivesTheContent) {
  ASSERT_TRUE(WriteFile(path_, "{}\n").ok());
  EXPECT_EQ(*ReadInput(path_, {}), "{}\n");
}

TEST_F(ReadInputTest, RefusesEmptyFilesFoldersAndMissingOnes) {
  ASSERT_TRUE(WriteFile(path_, " \n").ok());
  EXPECT_THAT(MessageOf(ReadInput(path_, {}).status()), HasSubstr("input.json: empty"));
  EXPECT_THAT(MessageOf(ReadInput(testing::TempDir(), {}).status()), HasSubstr("a folder"));
  EXPECT_EQ(ReadInput("no/such.json", {}).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(ReadInputTest, RefusesAGigabyteWithoutReadingIt) {
  ASSERT_TRUE(WriteFile(path_, "[").ok());
  std::filesystem::resize_file(path_, uint64_t{1} << 30);
  EXPECT_THAT(MessageOf(ReadInput(path_, {}).status()), HasSubstr("larger than 256 MiB"));
  std::filesystem::remove(path_);
}

TEST_F(ReadInputTest, RefusesWhatNeverEnds) {
  EXPECT_THAT(MessageOf(ReadInput("/dev/zero", {.bytes = 1 << 20}).status()),
              HasSubstr("larger than 1 MiB"));
}

}  // namespace
}  // namespace benchcell
