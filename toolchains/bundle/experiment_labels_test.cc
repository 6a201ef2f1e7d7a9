#include "toolchains/bundle/experiment_labels.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

constexpr char kExperiment[] = R"(name: "x"
build {
  name: "new"
  input { name: "vitest" label: "//toolchains/npm:vitest-5.1.0" }
}
input {
  name: "node"
  label: "//toolchains/node:24.22.1"
}
input { name: "app" }
)";

TEST(ExperimentLabelsTest, FindsLabelsWithTheirPlaces) {
  const auto labels = LabelsOfExperiment(kExperiment, "x.textproto");
  ASSERT_TRUE(labels.ok()) << labels.status();
  ASSERT_EQ(labels->size(), 3);
  EXPECT_EQ(labels->at(0).label, "//toolchains/npm:vitest-5.1.0");
  EXPECT_EQ(labels->at(0).line, 4);
  EXPECT_EQ(labels->at(0).column, 26);
  EXPECT_EQ(labels->at(1).label, "//toolchains/node:24.22.1");
  EXPECT_EQ(labels->at(1).line, 8);
  EXPECT_EQ(labels->at(1).column, 3);
  EXPECT_EQ(labels->at(2).label, "");
  EXPECT_EQ(labels->at(2).line, 10);
  EXPECT_EQ(labels->at(2).column, 1);
}

TEST(ExperimentLabelsTest, ATextThatIsNoExperiment) {
  const absl::Status status =
      LabelsOfExperiment("name: \"x\"\n  biuld {}\n", "x.textproto").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("x.textproto:2:"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("biuld"));
}

TEST(ExperimentLabelsTest, EveryLabelMustBeListed) {
  const auto labels = LabelsOfExperiment(kExperiment, "x.textproto").value();
  const absl::Status status =
      CheckLabels(labels, "x.textproto",
                  {"//toolchains/node:24.22.1", "//toolchains/npm:vitest-5.1.2"}, "//fixtures:x");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  const std::string message(status.message());
  EXPECT_THAT(message, HasSubstr("x.textproto:4:26: the label \"//toolchains/npm:vitest-5.1.0\" is "
                                 "not among the builds and bundles of //fixtures:x; expected"));
  EXPECT_THAT(message, HasSubstr("(nearest valid name: \"//toolchains/npm:vitest-5.1.2\")"));
  EXPECT_THAT(message, HasSubstr("x.textproto:10:1: the label \"\""));
  EXPECT_THAT(message, testing::Not(HasSubstr("x.textproto:8")));
}

TEST(ExperimentLabelsTest, ListedLabelsPass) {
  const auto labels = LabelsOfExperiment(kExperiment, "x.textproto").value();
  EXPECT_TRUE(CheckLabels({labels.begin(), labels.begin() + 2}, "x.textproto",
                          {"//toolchains/npm:vitest-5.1.0", "//toolchains/node:24.22.1"}, "//x")
                  .ok());
}

v1::BundleManifest Manifest(const std::string& label, const std::string& platform,
                            const std::string& path) {
  v1::BundleManifest manifest;
  auto* entry = manifest.add_entry();
  entry->mutable_bundle()->set_label(label);
  entry->mutable_bundle()->set_platform(platform);
  entry->set_path(path);
  return manifest;
}

TEST(MergeManifestsTest, SortedAndEachOnce) {
  const auto merged =
      MergeManifests({Manifest("//b", "any", "b.tar"), Manifest("//a", "y", "y.tar"),
                      Manifest("//a", "x", "x.tar"), Manifest("//b", "any", "b.tar")});
  ASSERT_TRUE(merged.ok()) << merged.status();
  ASSERT_EQ(merged->entry_size(), 3);
  EXPECT_EQ(merged->entry(0).path(), "x.tar");
  EXPECT_EQ(merged->entry(1).path(), "y.tar");
  EXPECT_EQ(merged->entry(2).path(), "b.tar");
}

TEST(MergeManifestsTest, TwoOfOneNameAreRefused) {
  const absl::Status status =
      MergeManifests({Manifest("//a", "x", "1.tar"), Manifest("//a", "x", "2.tar")}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("called //a for x: 1.tar and 2.tar"));
}

TEST(MergeManifestsTest, AnotherVersionOnAnotherPlatformIsRefused) {
  v1::BundleManifest linux_node = Manifest("//n:24", "linux-x64", "1.tar");
  v1::BundleManifest mac_node = Manifest("//n:24", "darwin-arm64", "2.tar");
  (*linux_node.mutable_entry(0)->mutable_bundle()->mutable_facts())["version"] = "24.22.1";
  (*mac_node.mutable_entry(0)->mutable_bundle()->mutable_facts())["version"] = "24.0.0";
  const absl::Status status = MergeManifests({linux_node, mac_node}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("//n:24 is 24.0.0 for darwin-arm64 but 24.22.1 for linux-x64"));
}

}  // namespace
}  // namespace benchcell
