// The program as the coordinator runs it.

#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "plugins/node_core/assets.h"
#include "plugins/node_core/testing.h"
#include "runners/base/files.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell::node_core {
namespace {

using ::testing::HasSubstr;

LineChildOptions Options() {
  LineChildOptions options;
  options.command = {"plugins/node_core/node_core_plugin"};
  return options;
}

class NodeCorePluginTest : public ::testing::Test {
 protected:
  PluginProcess plugin_{"node_core", Options()};
};

TEST_F(NodeCorePluginTest, DescribesItself) {
  const auto description = plugin_.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_EQ(description->name(), "node_core");
  EXPECT_EQ(description->metric(0).name(), "rate");
}

TEST_F(NodeCorePluginTest, AsksForConfigurationsAndThenGivesCells) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js"});
  const auto first = plugin_.Expand(request);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_EQ(first->discover_size(), 2);
  bool found = false;
  for (const v1::Step& step : first->discover(0).step()) {
    if (step.write_file().path() != "benchcell/capture.cjs") continue;
    found = true;
    EXPECT_EQ(step.write_file().content(), EmbeddedAssets().capture);
  }
  EXPECT_TRUE(found);
  AddRecorded(request);
  const auto second = plugin_.Expand(request);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->cell_size(), 3);
  const auto again = plugin_.Expand(request);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(second->SerializeAsString(), again->SerializeAsString());
}

TEST_F(NodeCorePluginTest, ParsesARecordedRun) {
  const std::filesystem::path folder = std::filesystem::absolute(kRecorded) / "killed";
  v1::ParseRequest request;
  const std::string text = ReadFile(folder / "request.json").value();
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(text, &request).ok());
  request.add_raw_output()->set_name("reports");
  request.mutable_raw_output(0)->set_path(folder / "reports");
  const auto response = plugin_.Parse(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(response->message(), HasSubstr("signal 9"));
}

}  // namespace
}  // namespace benchcell::node_core
