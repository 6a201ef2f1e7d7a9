#include "plugins/vitest/config_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Settings Base() {
  Settings settings;
  settings.pool = "threads";
  settings.max_workers = "2";
  settings.environment = "node";
  return settings;
}

TEST(ConfigTextTest, EverySettingIsWrittenOut) {
  const std::string text = ConfigText(Base(), {5, 1, 0});
  EXPECT_THAT(text, HasSubstr("    environment: 'node',\n"));
  EXPECT_THAT(text, HasSubstr("    pool: 'threads',\n"));
  EXPECT_THAT(text, HasSubstr("    isolate: true,\n"));
  EXPECT_THAT(text, HasSubstr("    maxWorkers: 2,\n"));
  EXPECT_THAT(text, HasSubstr("    fsModuleCache: false,\n"));
  // No place of the template is left.
  EXPECT_THAT(text, Not(HasSubstr("{environment}")));
  EXPECT_THAT(text, Not(HasSubstr("{isolate}")));
}

TEST(ConfigTextTest, WorkersAreANumberAPercentageOrVitestsOwn) {
  Settings settings = Base();
  settings.max_workers = "25%";
  EXPECT_THAT(ConfigText(settings, {5, 1, 0}), HasSubstr("    maxWorkers: '25%',\n"));
  settings.max_workers = "default";
  EXPECT_THAT(ConfigText(settings, {5, 1, 0}), Not(HasSubstr("maxWorkers")));
}

TEST(ConfigTextTest, TheModuleCacheIsSpelledAsTheVersionWantsIt) {
  Settings settings = Base();
  settings.fs_module_cache = true;
  EXPECT_THAT(ConfigText(settings, {4, 1, 10}),
              HasSubstr("experimental: { fsModuleCache: true, fsModuleCachePath: "
                        "'node_modules/.experimental-vitest-cache' }"));
  const std::string five = ConfigText(settings, {5, 0, 0});
  EXPECT_THAT(five, HasSubstr("    fsModuleCache: true,\n"
                              "    fsModuleCachePath: 'node_modules/.vitest-cache',\n"));
  EXPECT_THAT(five, Not(HasSubstr("experimental")));
}

}  // namespace
}  // namespace benchcell::vitest
