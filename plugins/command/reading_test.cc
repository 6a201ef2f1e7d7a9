#include "plugins/command/reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell::command {
namespace {

using testing::AllOf;
using testing::HasSubstr;

double Value(const std::string& spec, const std::string& output) {
  const auto value = ReadValue(*ParseMetricSpec(spec), output);
  EXPECT_TRUE(value.ok()) << value.status();
  return value.value_or(-1);
}

std::string ErrorOf(const std::string& spec, const std::string& output) {
  const auto value = ReadValue(*ParseMetricSpec(spec), output);
  EXPECT_FALSE(value.ok()) << spec << " found " << *value;
  return std::string(value.status().message());
}

TEST(ReadValue, TakesTheGroupOfAPattern) {
  EXPECT_EQ(Value("n=regex:rate: ([0-9.]+)", "x\nrate: 12.5 /s\n"), 12.5);
  EXPECT_EQ(Value("n=regex:[0-9]+", "about 7 things"), 7) << "all of it without a group";
  EXPECT_EQ(Value("n=regex:^n (.*)$", "m 1\nn -1e-3\no 2"), -1e-3) << "^ and $ are ends of lines";
  EXPECT_EQ(Value("n=regex:(?s)<(.*)>", "<\n5\n>"), 5);
}

TEST(ReadValue, FollowsAJsonPointer) {
  EXPECT_EQ(Value("n=json:/a/1/b~1c", R"({"a": [0, {"b/c": 2.25}]})"), 2.25);
  EXPECT_EQ(Value("n=json:", "3"), 3);
  EXPECT_EQ(Value("n=json:/n", R"({"n": "4.5"})"), 4.5) << "numbers as text";
  EXPECT_EQ(Value("n=json:/n", R"({"n": 18446744073709551615})"), 18446744073709551615.0);
}

TEST(ReadValue, NothingFoundIsToldWithWhatWasThere) {
  EXPECT_THAT(ErrorOf("n=stderr:regex:rate (.*)", "no\nluck"),
              HasSubstr("metric n: the pattern \"rate (.*)\" finds nothing in stderr; it is "
                        "\"no\\nluck\""));
  EXPECT_THAT(ErrorOf("n=regex:x", ""), HasSubstr("it is empty"));
  EXPECT_THAT(ErrorOf("n=json:/n", "{}"), HasSubstr("the pointer \"/n\" finds nothing in stdout"));
  EXPECT_THAT(ErrorOf("n=file:o.json:json:/n", "{\"n\": 1"),
              HasSubstr("finds no JSON in the file o.json"));
  EXPECT_THAT(ErrorOf("n=json:/n/0", "{\"n\": 1}"), HasSubstr("finds nothing"));
}

TEST(ReadValue, TwoMatchesAreOneTooMany) {
  EXPECT_THAT(ErrorOf("n=regex:t=([0-9]+)", "t=1 t=2"),
              HasSubstr("finds two things, first \"1\", then \"2\"; expected one"));
  EXPECT_THAT(ErrorOf("n=regex:x*", "ab"), HasSubstr("finds two things"));
}

TEST(ReadValue, WhatIsNoFiniteNumberIsRefused) {
  for (const char* text : {"NaN", "nan", "inf", "-Infinity", "1e999", "12,5", "1,000", "x", ""}) {
    EXPECT_THAT(ErrorOf("n=regex:v=(.*);", std::string("v=") + text + ";"),
                HasSubstr("which is no finite number"))
        << text;
  }
  EXPECT_THAT(ErrorOf("n=json:/n", R"({"n": "x"})"), HasSubstr("finds \"x\", which is no finite"));
  for (const char* json : {"{\"n\": null}", "{\"n\": [1]}", "{\"n\": true}", "{\"n\": {}}"}) {
    EXPECT_THAT(ErrorOf("n=json:/n", json), HasSubstr("which is no number")) << json;
  }
  EXPECT_THAT(ErrorOf("n=regex:a(b)?", "a"), HasSubstr("finds \"\""));
}

TEST(ReadValue, StandsWhateverAProgramWrites) {
  const std::string deep(1 << 20, '[');
  EXPECT_THAT(ErrorOf("n=json:/0", deep), HasSubstr("finds no JSON"));
  EXPECT_THAT(ErrorOf("n=regex:^([0-9]+)$", std::string(1 << 20, '\0')),
              HasSubstr("finds nothing"));
  const std::string message = ErrorOf("n=regex:(.*)", "\x1B[31m\xFF" + std::string(5000, 'x'));
  EXPECT_LT(message.size(), 1500u);
  EXPECT_THAT(message, AllOf(HasSubstr("it begins with \"\xEF\xBF\xBDxxx")));
  EXPECT_EQ(Value("n=regex:^n=([0-9]+)\\r?$", "\xFF\xFE\nn=5\r\n"), 5);
}

}  // namespace
}  // namespace benchcell::command
