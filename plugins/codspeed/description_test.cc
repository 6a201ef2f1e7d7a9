#include "plugins/codspeed/description.h"

#include "gtest/gtest.h"
#include "re2/re2.h"

namespace benchcell::codspeed {
namespace {

TEST(DescriptionTest, InstructionsAreExactAndComparedLikeForLike) {
  const v1::PluginDescription description = Description();
  EXPECT_TRUE(description.discovers_cells());
  const v1::Metric& first = description.metric(0);
  EXPECT_EQ(first.name(), "instructions");
  EXPECT_EQ(first.scope(), v1::BENCHMARK);
  EXPECT_TRUE(first.exact());
  EXPECT_EQ(first.comparable_size(), 3);
}

TEST(DescriptionTest, AnyNameIsALevelAndOneStandsForAll) {
  const v1::AxisSpec axis = Description().axis(0);
  EXPECT_EQ(axis.all_level(), axis.default_level());
  for (const std::string level :
       {"*", "src/a.bench.ts::x", "a::line\nbreak", "a::\xF0\x9F\x9A\x80"}) {
    EXPECT_TRUE(RE2::FullMatch(level, axis.pattern())) << level;
  }
}

TEST(DescriptionTest, ParametersTakeWhatTheySay) {
  const std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>>
      values = {
          {kIsolation, {{"BENCHMARK", "FILE"}, {"NONE", "benchmark"}}},
          {kFiles, {{"src/", "src/ other.bench.ts"}, {"", "--reporter=x", "src/ --run", "a  b"}}},
          {kConfig, {{"vitest.config.mts", "configs/a.mts"}, {"/etc/x.mts", "../x.mts", "-x"}}},
          {kSuppressWarnings, {{"true", "false"}, {"1"}}},
      };
  const v1::PluginDescription description = Description();
  EXPECT_EQ(description.parameter_size(), static_cast<int>(values.size()));
  for (const v1::ParameterSpec& parameter : description.parameter()) {
    for (const std::string& good : values.at(parameter.name()).first) {
      EXPECT_TRUE(RE2::FullMatch(good, parameter.pattern())) << parameter.name() << " " << good;
    }
    for (const std::string& bad : values.at(parameter.name()).second) {
      EXPECT_FALSE(RE2::FullMatch(bad, parameter.pattern())) << parameter.name() << " " << bad;
    }
  }
}

}  // namespace
}  // namespace benchcell::codspeed
