// The program as the coordinator runs it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/command/testing.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell::command {
namespace {

LineChildOptions Options() {
  LineChildOptions options;
  options.command = {"plugins/command/command_plugin"};
  return options;
}

class CommandPluginTest : public ::testing::Test {
 protected:
  PluginProcess plugin_{"command", Options()};
};

TEST_F(CommandPluginTest, DescribesItself) {
  const auto description = plugin_.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_TRUE(description->free_axes());
  EXPECT_EQ(description->SerializeAsString(), Description().SerializeAsString());
}

TEST_F(CommandPluginTest, ExpandsAndParses) {
  const v1::ExpandRequest request = RequestFor(R"(
    build { name: "a" parameter { name: "command" value: "cat '{n}'" } }
    grid { axis { name: "n" level: "new\nline \xF0\x9F\x98\x80" } })");
  const auto expanded = plugin_.Expand(request);
  ASSERT_TRUE(expanded.ok()) << expanded.status();
  ASSERT_EQ(expanded->cell_size(), 1);
  EXPECT_EQ(expanded->SerializeAsString(), plugin_.Expand(request)->SerializeAsString());
  v1::ParseRequest parse;
  parse.mutable_record()->mutable_exit()->set_code(7);
  const auto parsed = plugin_.Parse(parse);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->status(), v1::GENUINE_FAILURE);
}

}  // namespace
}  // namespace benchcell::command
