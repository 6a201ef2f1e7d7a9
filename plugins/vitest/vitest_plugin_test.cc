// The program as the coordinator runs it.

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "plugins/vitest/assets.h"
#include "runners/base/files.h"
#include "runners/plugins/plugin_process.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;

LineChildOptions Options() {
  LineChildOptions options;
  options.command = {"plugins/vitest/vitest_plugin"};
  return options;
}

class VitestPluginTest : public ::testing::Test {
 protected:
  PluginProcess plugin_{"vitest", Options()};
};

// A request for one cell of one build that lacks nothing.
v1::ExpandRequest Complete() {
  v1::ExpandRequest request;
  v1::Build& build = *request.mutable_experiment()->add_build();
  build.set_name("b");
  for (const char* name : {"node", "vitest", "app"}) {
    v1::Input& input = *build.add_input();
    input.set_name(name);
    input.set_label(std::string("//") + name);
    v1::Bundle& bundle = *request.add_bundle();
    bundle.set_label(input.label());
    bundle.set_platform("any");
    bundle.set_sha256(name);
    (*bundle.mutable_facts())["version"] = name == std::string("node") ? "24.22.1" : "5.1.0";
  }
  request.set_platform("linux-x64");
  v1::Level& pool = *request.add_cell()->add_level();
  pool.set_axis("pool");
  pool.set_level("forks");
  return request;
}

TEST_F(VitestPluginTest, DescribesItself) {
  const auto description = plugin_.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_EQ(description->metric(0).name(), "wall_time");
}

TEST_F(VitestPluginTest, ExpandsTheSameTwice) {
  const auto first = plugin_.Expand(Complete());
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_EQ(first->refusal_size(), 0) << first->refusal(0).message();
  const auto second = plugin_.Expand(Complete());
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(first->SerializeAsString(), second->SerializeAsString());
  // The reporter comes through whole, with all its characters.
  bool found = false;
  for (const v1::Step& step : first->cell(0).build(0).step()) {
    if (step.write_file().path() != "app/benchcell/reporter.mjs") continue;
    found = true;
    EXPECT_EQ(step.write_file().content(), EmbeddedAssets().reporter);
  }
  EXPECT_TRUE(found);
}

TEST_F(VitestPluginTest, RefusesInItsOwnWords) {
  v1::ExpandRequest request = Complete();
  request.mutable_experiment()->mutable_build(0)->mutable_input()->RemoveLast();
  const auto response = plugin_.Expand(request);
  ASSERT_TRUE(response.ok()) << response.status();
  ASSERT_EQ(response->refusal_size(), 1);
  EXPECT_THAT(response->refusal(0).message(), HasSubstr("there is no input \"app\""));
}

TEST_F(VitestPluginTest, ParsesARecordedRun) {
  const std::filesystem::path folder =
      std::filesystem::absolute("fixtures/recorded/vitest/failing-test");
  v1::ParseRequest request;
  const std::string text = ReadFile(folder / "request.json").value();
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(text, &request).ok());
  for (const char* name : {"report", "stdout"}) {
    v1::RawOutputFile& output = *request.add_raw_output();
    output.set_name(name);
    output.set_path(folder / name);
  }
  const auto response = plugin_.Parse(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(response->message(), HasSubstr("1 of 8 tests"));
}

}  // namespace
}  // namespace benchcell::vitest
