// The program as the coordinator runs it.

#include "gtest/gtest.h"
#include "plugins/codspeed/assets.h"
#include "plugins/codspeed/testing.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell::codspeed {
namespace {

LineChildOptions Options() {
  LineChildOptions options;
  options.command = {"plugins/codspeed/codspeed_plugin"};
  return options;
}

TEST(CodspeedPluginTest, DescribesAsksAndGivesCells) {
  PluginProcess plugin("codspeed", Options());
  const auto description = plugin.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_EQ(description->name(), "codspeed");

  v1::ExpandRequest request = TestRequest();
  const auto first = plugin.Expand(request);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_EQ(first->discover_size(), 2);
  bool found = false;
  for (const v1::Step& step : first->discover(1).step()) {
    if (step.write_file().path() != "benchcell/provider.mjs") continue;
    found = true;
    EXPECT_EQ(step.write_file().content(), EmbeddedAssets().provider);
  }
  EXPECT_TRUE(found);

  for (const std::string build : {"four", "five"}) {
    *request.add_discovered() = DiscoveredOf(build, Report(Entry("a", "x")));
  }
  const auto second = plugin.Expand(request);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->cell_size(), 1);

  v1::ParseRequest parse;
  *parse.add_raw_output() = OutputOf(kReasonOutput, "nothing to run");
  const auto parsed = plugin.Parse(parse);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->message(), "nothing to run");
}

}  // namespace
}  // namespace benchcell::codspeed
