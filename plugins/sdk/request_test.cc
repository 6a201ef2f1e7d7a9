#include "plugins/sdk/request.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

v1::ExpandRequest Request() {
  v1::ExpandRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        experiment {
          input { name: "node" label: "//node" }
          input { name: "app" label: "//big" }
          input {
            name: "app"
            label: "//small"
            when { axis: "app" level: "small" }
          }
          input { name: "foreign" label: "//foreign" }
          input { name: "twice" label: "//big" }
          input { name: "twice" label: "//small" }
          parameter { name: "files" value: "all" }
          build { name: "a" }
          build {
            name: "b"
            input { name: "node" label: "//own-node" }
            parameter { name: "files" value: "some" }
          }
        }
        bundle { label: "//node" platform: "linux-arm64" sha256: "wrong" }
        bundle { label: "//node" platform: "linux-x64" sha256: "node" }
        bundle { label: "//own-node" platform: "linux-x64" sha256: "own-node" }
        bundle { label: "//big" platform: "any" sha256: "big" }
        bundle { label: "//small" platform: "any" sha256: "small" }
        bundle { label: "//foreign" platform: "darwin-arm64" sha256: "foreign" }
        platform: "linux-x64")pb",
      &request));
  return request;
}

v1::Cell CellOf(const std::string& app) {
  v1::Cell cell;
  cell.add_level()->set_axis("app");
  cell.mutable_level(0)->set_level(app);
  return cell;
}

std::string Find(const v1::ExpandRequest& request, const std::string& app, int build,
                 const std::string& name) {
  const auto bundle = FindInput(request, CellOf(app), request.experiment().build(build), name);
  if (!bundle.ok()) return std::string(bundle.status().message());
  return *bundle == nullptr ? "none" : (*bundle)->sha256();
}

TEST(LevelOfTest, IsEmptyForAnUnknownAxis) {
  EXPECT_EQ(LevelOf(CellOf("small"), "app"), "small");
  EXPECT_EQ(LevelOf(CellOf("small"), "pool"), "");
}

TEST(FindInputTest, TakesTheBundleOfThePlatform) {
  EXPECT_EQ(Find(Request(), "big", 0, "node"), "node");
}

TEST(FindInputTest, TheBuildsOwnInputWins) {
  EXPECT_EQ(Find(Request(), "big", 1, "node"), "own-node");
}

TEST(FindInputTest, AnInputBoundToTheLevelWins) {
  EXPECT_EQ(Find(Request(), "small", 0, "app"), "small");
  EXPECT_EQ(Find(Request(), "other", 0, "app"), "big");
}

TEST(FindInputTest, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(Find(Request(), "big", 0, "vitest"), "none");
  EXPECT_THAT(Find(Request(), "big", 0, "foreign"),
              HasSubstr("//foreign has no bundle for linux-x64"));
  EXPECT_THAT(Find(Request(), "big", 0, "twice"), HasSubstr("given twice"));
}

TEST(FindParameterTest, TheBuildsOwnWins) {
  const v1::Experiment experiment = Request().experiment();
  EXPECT_EQ(FindParameter(experiment, experiment.build(0), "files"), "all");
  EXPECT_EQ(FindParameter(experiment, experiment.build(1), "files"), "some");
  EXPECT_EQ(FindParameter(experiment, experiment.build(0), "other"), std::nullopt);
}

TEST(CommandTimeoutTest, IsTenMinutesByDefault) {
  v1::Experiment experiment;
  EXPECT_EQ(CommandTimeout(experiment), absl::Minutes(10));
  experiment.mutable_protocol()->mutable_timeout()->set_nanos(500'000'000);
  EXPECT_EQ(CommandTimeout(experiment), absl::Milliseconds(500));
}

TEST(ReadRawOutputTest, TellsAMissingFileFromAnEmptyOne) {
  const std::string path = std::filesystem::path(::testing::TempDir()) / "raw";
  std::ofstream(path).close();
  v1::ParseRequest request;
  const auto add = [&request](const std::string& name, const std::string& where) {
    request.add_raw_output()->set_name(name);
    request.mutable_raw_output()->rbegin()->set_path(where);
  };
  add("empty", path);
  add("gone", path + ".gone");
  EXPECT_EQ(RawOutputPath(request, "empty"), path);
  EXPECT_EQ(ReadRawOutput(request, "empty"), "");
  EXPECT_EQ(ReadRawOutput(request, "gone"), std::nullopt);
  EXPECT_EQ(ReadRawOutput(request, "other"), std::nullopt);
  std::ofstream(path, std::ios::binary) << std::string("a\0b\n", 4);
  EXPECT_EQ(ReadRawOutput(request, "empty"), std::string("a\0b\n", 4));
}

}  // namespace
}  // namespace benchcell
