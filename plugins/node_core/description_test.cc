#include "plugins/node_core/description.h"

#include <set>

#include "gtest/gtest.h"
#include "re2/re2.h"

namespace benchcell::node_core {
namespace {

TEST(DescriptionTest, BenchmarksAreFilesOfACategory) {
  const v1::PluginDescription description = Description();
  const v1::AxisSpec& axis = description.axis(0);
  EXPECT_EQ(axis.name(), "benchmark");
  EXPECT_EQ(axis.default_level(), "");
  EXPECT_TRUE(description.discovers_cells());
  for (const char* level : {"misc/startup-core.js", "napi/ref/index.js", "fs/bench_x.y.js"}) {
    EXPECT_TRUE(RE2::FullMatch(level, axis.pattern())) << level;
  }
  for (const char* level : {"", "x.js", "misc/", "../x.js", "misc/../x.js", "/misc/x.js",
                            "misc/x.mjs", "misc//x.js", "misc/.x.js"}) {
    EXPECT_FALSE(RE2::FullMatch(level, axis.pattern())) << level;
  }
}

TEST(DescriptionTest, ParametersHaveTheirForm) {
  const v1::PluginDescription description = Description();
  const std::string& set = description.parameter(0).pattern();
  EXPECT_TRUE(RE2::FullMatch("n=10,script=a|b", set));
  EXPECT_TRUE(RE2::FullMatch("encoding=", set));
  EXPECT_FALSE(RE2::FullMatch("n", set));
  EXPECT_FALSE(RE2::FullMatch("=1", set));
  const std::string& flags = description.parameter(1).pattern();
  EXPECT_TRUE(RE2::FullMatch("--no-node-snapshot --jitless", flags));
  EXPECT_FALSE(RE2::FullMatch("script.js", flags));
}

TEST(DescriptionTest, TheRateComesFirst) {
  const v1::PluginDescription description = Description();
  EXPECT_EQ(description.metric(0).name(), "rate");
  EXPECT_EQ(description.metric(0).direction(), v1::HIGHER_IS_BETTER);
  std::set<std::string> names;
  for (const v1::Metric& metric : description.metric()) {
    EXPECT_TRUE(names.insert(metric.name()).second) << metric.name();
    EXPECT_EQ(metric.scope(), v1::RUN);
    EXPECT_EQ(metric.description().back(), '.');
  }
}

}  // namespace
}  // namespace benchcell::node_core
