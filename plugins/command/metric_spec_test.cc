#include "plugins/command/metric_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell::command {
namespace {

using testing::HasSubstr;
using Pattern = MetricSpec::Pattern;

std::string ErrorOf(const std::string& text) {
  const auto spec = ParseMetricSpec(text);
  EXPECT_EQ(spec.status().code(), absl::StatusCode::kInvalidArgument) << text;
  EXPECT_THAT(std::string(spec.status().message()), HasSubstr("metric \"")) << text;
  return std::string(spec.status().message());
}

TEST(ParseMetricSpec, ReadsNameUnitAndDirection) {
  const auto spec = ParseMetricSpec("rate[1/s,higher]=regex:rate: ([0-9.]+)=x");
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->metric.name(), "rate");
  EXPECT_EQ(spec->metric.unit(), "1/s");
  EXPECT_EQ(spec->metric.direction(), v1::HIGHER_IS_BETTER);
  EXPECT_EQ(spec->metric.scope(), v1::RUN);
  EXPECT_EQ(spec->kind, Pattern::kRegex);
  EXPECT_EQ(spec->pattern, "rate: ([0-9.]+)=x");
  EXPECT_EQ(spec->source, "stdout");
  EXPECT_FALSE(spec->is_file);
}

TEST(ParseMetricSpec, UnitAndDirectionMayBeLeftOut) {
  EXPECT_EQ(ParseMetricSpec("n=json:/n")->metric.unit(), "1");
  EXPECT_EQ(ParseMetricSpec("n=json:/n")->metric.direction(), v1::NEUTRAL);
  EXPECT_EQ(ParseMetricSpec("n[By]=json:/n")->metric.direction(), v1::NEUTRAL);
  EXPECT_EQ(ParseMetricSpec("n[[in_i],lower]=json:")->metric.unit(), "[in_i]");
  EXPECT_EQ(ParseMetricSpec("gr\xC3\xB6\xC3\x9F"
                            "e[s,lower]=json:/n")
                ->metric.direction(),
            v1::LOWER_IS_BETTER);
}

TEST(ParseMetricSpec, ReadsTheOtherPlaces) {
  EXPECT_EQ(ParseMetricSpec("n=stderr:regex:x")->source, "stderr");
  const auto file = ParseMetricSpec("n=file:out/a b.json:json:/a/0");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->is_file);
  EXPECT_EQ(file->source, "out/a b.json");
  EXPECT_EQ(file->kind, Pattern::kJsonPointer);
  EXPECT_EQ(file->pattern, "/a/0");
  EXPECT_EQ(ParseMetricSpec("n=regex:stderr:json:/x")->pattern, "stderr:json:/x");
}

TEST(ParseMetricSpec, RefusesWhatItCannotBe) {
  for (const char* text : {"", "rate", "rate=", "rate=12", "=regex:x", "a b=regex:x",
                           "rate[s=regex:x", "rate=grep:x", "rate=file::json:/x"}) {
    EXPECT_THAT(ErrorOf(text), HasSubstr("expected NAME[UNIT,lower]=regex:PATTERN")) << text;
  }
  EXPECT_THAT(ErrorOf("n[s,lowr]=regex:x"), HasSubstr("(nearest valid name: \"lower\")"));
  EXPECT_THAT(ErrorOf("n[a b,lower]=regex:x"), HasSubstr("UCUM"));
  EXPECT_THAT(ErrorOf("n=regex:(x"), HasSubstr("no regular expression of RE2: missing )"));
  EXPECT_THAT(ErrorOf("n=regex:(x)(y)"), HasSubstr("has 2 groups; expected one"));
  EXPECT_THAT(ErrorOf("n=json:total"), HasSubstr("\"total\" is no JSON pointer"));
  EXPECT_THAT(ErrorOf("n=json:/a~2"), HasSubstr("no JSON pointer"));
  for (const char* text : {"n=file:/etc/x:json:/a", "n=file:../x:json:/a", "n=file:x/:json:/a"}) {
    EXPECT_THAT(ErrorOf(text), HasSubstr("below the folder in which the command runs")) << text;
  }
}

}  // namespace
}  // namespace benchcell::command
