// Two plugins in two languages adapt the same tool: one may stand for the other.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/design/expand.h"
#include "runners/design/validate.h"
#include "runners/plugin_check/recorded_runs.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell {
namespace {

using google::protobuf::util::MessageDifferencer;

LineChildOptions Started(std::vector<std::string> command) {
  LineChildOptions options;
  options.command = std::move(command);
  return options;
}

class ExamplesTest : public ::testing::Test {
 protected:
  PluginProcess js_{"esbuild_js",
                    Started({"plugins/sdk/node", "plugins/examples/esbuild_js/esbuild_js.mjs"})};
  PluginProcess cpp_{"esbuild_cpp", Started({"plugins/examples/esbuild_cpp/esbuild_cpp_plugin"})};
};

TEST_F(ExamplesTest, DescribeTheSame) {
  auto js = js_.Describe();
  const auto cpp = cpp_.Describe();
  ASSERT_TRUE(js.ok()) << js.status();
  ASSERT_TRUE(cpp.ok()) << cpp.status();
  js->set_name(cpp->name());
  EXPECT_TRUE(MessageDifferencer::Equals(*js, *cpp)) << js->DebugString() << cpp->DebugString();
}

TEST_F(ExamplesTest, PlanTheSame) {
  const std::string file = "plugins/examples/esbuild_cpp/esbuild_cpp.textproto";
  const auto description = cpp_.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  v1::ExpandRequest request;
  *request.mutable_experiment() = *Validate(*ReadFile(file), file, *description);
  const auto cells = ExpandCells(request.experiment(), *description);
  for (const v1::Cell& cell : *cells) {
    *request.add_cell() = cell;
  }
  const auto bundles = ReadRecordedBundles("plugins/examples/esbuild_js/recorded");
  for (const v1::Bundle& bundle : *bundles) {
    *request.add_bundle() = bundle;
  }
  request.set_platform("linux-x64");
  const auto js = js_.Expand(request);
  const auto cpp = cpp_.Expand(request);
  ASSERT_TRUE(js.ok()) << js.status();
  ASSERT_TRUE(cpp.ok()) << cpp.status();
  EXPECT_EQ(cpp->cell_size(), 4);
  EXPECT_TRUE(MessageDifferencer::Equals(*js, *cpp));
}

TEST_F(ExamplesTest, ParseTheSame) {
  const auto runs = ReadRecordedRuns("plugins/examples/esbuild_js/recorded");
  ASSERT_TRUE(runs.ok()) << runs.status();
  ASSERT_FALSE(runs->empty());
  for (const RecordedRun& run : *runs) {
    const auto js = js_.Parse(run.request);
    const auto cpp = cpp_.Parse(run.request);
    ASSERT_TRUE(js.ok()) << js.status();
    ASSERT_TRUE(cpp.ok()) << cpp.status();
    EXPECT_EQ(cpp->status(), v1::OK) << run.name;
    EXPECT_TRUE(MessageDifferencer::Equals(*js, *cpp)) << run.name;
  }
}

}  // namespace
}  // namespace benchcell
