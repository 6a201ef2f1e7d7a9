#include "runners/cli/loaded_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kExperiment[] = R"(
name: "small"
plugin: "fake"
build { name: "old" }
build { name: "new" }
grid { axis { name: "size" level: "1" level: "2" } }
protocol { rounds: 2 runs: 3 seed: 4 }
parameter { name: "set" value: "n=1" }
)";

class FakePlugin : public PluginClient {
 public:
  absl::StatusOr<v1::PluginDescription> Describe() override {
    v1::PluginDescription description;
    description.set_name("fake");
    v1::AxisSpec& axis = *description.add_axis();
    axis.set_name("size");
    axis.add_level("1");
    axis.add_level("2");
    v1::ParameterSpec& set = *description.add_parameter();
    set.set_name("set");
    set.set_pattern("[a-z0-9=,]*");
    set.set_pattern_title("settings");
    return description;
  }
  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest&) override {
    return absl::UnimplementedError("not asked here");
  }
  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest&) override {
    return absl::UnimplementedError("not asked here");
  }
};

class LoadedExperimentTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "fixtures/experiments").ok());
    ASSERT_TRUE(WriteFile(root_ / "fixtures/experiments/small.textproto", kExperiment).ok());
    options_.operands = {"small"};
  }

  absl::StatusOr<LoadedExperiment> Load() { return LoadExperiment(options_, root_, plugins_); }

  std::string Error() { return std::string(Load().status().message()); }

  fs::path root_;
  Options options_;
  PluginRegistry plugins_{PluginPrograms{{"fake", {"/fake"}}},
                          [](const auto&, const auto&) { return std::make_unique<FakePlugin>(); }};
};

TEST_F(LoadedExperimentTest, FindsNamesLabelsAndPaths) {
  const std::string name = "fixtures/experiments/small.textproto";
  EXPECT_EQ(Load()->file.display_name, name);
  options_.operands = {"//fixtures/experiments:small"};
  EXPECT_EQ(Load()->file.display_name, name);
  options_.operands = {(root_ / name).string()};
  EXPECT_EQ(Load()->file.display_name, (root_ / name).string());
}

TEST_F(LoadedExperimentTest, UnknownNameGetsTheNearest) {
  options_.operands = {"smal"};
  EXPECT_EQ(Load().status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Error(), HasSubstr("(nearest valid name: \"small\")"));
}

TEST_F(LoadedExperimentTest, OptionsOverrideAndAreRecorded) {
  options_.only = "size=2";
  options_.builds = "new";
  options_.rounds = 7;
  options_.runs = 8;
  options_.seed = 9;
  options_.set = "m=2";
  options_.force = true;
  const auto loaded = Load();
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->experiment.protocol().rounds(), 7u);
  EXPECT_EQ(loaded->experiment.protocol().runs(), 8u);
  EXPECT_EQ(loaded->experiment.protocol().seed(), 9u);
  EXPECT_EQ(loaded->experiment.build_size(), 1);
  EXPECT_THAT(loaded->experiment.grid(0).axis(0).level(), ElementsAre("2"));
  EXPECT_EQ(loaded->experiment.parameter(0).value(), "n=1,m=2");
  EXPECT_THAT(loaded->overrides, ElementsAre("--only=size=2", "--builds=new", "--rounds=7",
                                             "--runs=8", "--set=m=2", "--seed=9", "--force"));
  EXPECT_TRUE(loaded->experiment.protocol().compare_unlike());
}

TEST_F(LoadedExperimentTest, OptionsThatDoNotFitAreRefused) {
  options_.rounds = 1001;
  EXPECT_THAT(Error(), HasSubstr("--rounds=1001: expected a number from 1 to 1000"));
  options_.rounds = 0;
  options_.only = "size=3";
  EXPECT_THAT(Error(), HasSubstr("3"));
  options_.only = "";
  options_.set = "N";
  EXPECT_THAT(Error(), HasSubstr("--set"));
}

TEST_F(LoadedExperimentTest, UnknownPluginIsPlaced) {
  ASSERT_TRUE(WriteFile(root_ / "fixtures/experiments/small.textproto",
                        "name: \"small\"\nplugin: \"fak\"\n")
                  .ok());
  EXPECT_THAT(Error(), HasSubstr("small.textproto:2:1: unknown plugin \"fak\""));
}

}  // namespace
}  // namespace benchcell
