#include "plugins/vitest/description.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "re2/re2.h"

namespace benchcell::vitest {
namespace {

const v1::AxisSpec& AxisOf(const v1::PluginDescription& description, const std::string& name) {
  for (const v1::AxisSpec& axis : description.axis()) {
    if (axis.name() == name) return axis;
  }
  ADD_FAILURE() << "no axis " << name;
  return v1::AxisSpec::default_instance();
}

bool Allows(const v1::AxisSpec& axis, const std::string& level) {
  for (const std::string& named : axis.level()) {
    if (named == level) return true;
  }
  return !axis.pattern().empty() && RE2::FullMatch(level, axis.pattern());
}

TEST(DescriptionTest, WorkersAreADefaultANumberOrAPercentage) {
  const v1::PluginDescription description = Description();
  const v1::AxisSpec& axis = AxisOf(description, "maxWorkers");
  for (const char* level :
       {"default", "1", "9", "999", "1000", "1019", "1024", "1%", "99%", "100%"}) {
    EXPECT_TRUE(Allows(axis, level)) << level;
  }
  for (const char* level :
       {"", "0", "01", "1025", "2000", "0%", "101%", "-1", "1.5", "2 ", "50%%"}) {
    EXPECT_FALSE(Allows(axis, level)) << level;
  }
}

TEST(DescriptionTest, AppsHaveSimpleNames) {
  const v1::PluginDescription description = Description();
  const v1::AxisSpec& axis = AxisOf(description, "app");
  EXPECT_TRUE(Allows(axis, "setup-mocks"));
  EXPECT_FALSE(Allows(axis, ""));
  EXPECT_FALSE(Allows(axis, "../app"));
}

TEST(DescriptionTest, DefaultsAreLevels) {
  const v1::PluginDescription description = Description();
  for (const v1::AxisSpec& axis : description.axis()) {
    EXPECT_TRUE(axis.default_level().empty() || Allows(axis, axis.default_level())) << axis.name();
  }
  EXPECT_EQ(AxisOf(description, "isolate").default_level(), "true");
  // Vitest's own default differs by version.
  EXPECT_EQ(AxisOf(description, "fsModuleCache").default_level(), "");
}

TEST(DescriptionTest, MetricsAreUniqueAndSayWhatTheyAre) {
  const v1::PluginDescription description = Description();
  EXPECT_EQ(description.metric(0).name(), "wall_time");
  std::set<std::string> names;
  for (const v1::Metric& metric : description.metric()) {
    EXPECT_TRUE(names.insert(metric.name()).second) << metric.name();
    EXPECT_FALSE(metric.unit().empty());
    EXPECT_EQ(metric.scope(), v1::RUN);
    EXPECT_EQ(metric.direction(), v1::LOWER_IS_BETTER);
    EXPECT_EQ(metric.description().back(), '.');
  }
}

}  // namespace
}  // namespace benchcell::vitest
