#include "runners/cli/path_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

class PathInputsTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(root_).ok());
    Put("base/tool", "#!/bin/sh\n");
    fs::permissions(root_ / "base/tool", fs::perms::owner_all);
    Put("base/data/a b\n.txt", "a");
    Put("data.csv", "1,2\n");
  }

  void Put(const std::string& name, const std::string& content) {
    ASSERT_TRUE(MakeFolder((root_ / name).parent_path()).ok());
    ASSERT_TRUE(WriteFile(root_ / name, content).ok());
  }

  v1::Input& Add(const std::string& label, const std::string& sha256 = "") {
    v1::Input& input = *experiment_.add_input();
    input.set_label(label);
    input.set_sha256(sha256);
    return input;
  }

  absl::StatusOr<std::vector<BundleArchive>> Pack() {
    return PackPathInputs(root_ / "base", root_ / "archives", experiment_);
  }

  std::string Error() { return std::string(Pack().status().message()); }

  fs::path root_;
  v1::Experiment experiment_;
};

TEST_F(PathInputsTest, PacksFilesAndFoldersFromTheBaseOn) {
  Add("//toolchains/node:1");
  Add("./tool");
  Add("data");
  for (const char* label : {"./data", "../data.csv", "--source"}) Add(label);
  Add((root_ / "data.csv").string());
  const auto bundles = Pack();
  ASSERT_TRUE(bundles.ok()) << bundles.status();
  ASSERT_THAT(*bundles, SizeIs(3)) << "data.csv once, though it has two names";
  const BundleArchive& tool = bundles->at(0);
  EXPECT_EQ(tool.bundle.facts().at("file"), "tool");
  EXPECT_EQ(tool.bundle.platform(), "any");
  EXPECT_EQ(tool.bundle.sha256(), *Sha256OfFile(tool.archive));
  EXPECT_EQ(tool.bundle.size(), fs::file_size(tool.archive));
  ASSERT_TRUE(Unpack(tool.archive, root_ / "unpacked").ok());
  EXPECT_EQ(*ReadFile(root_ / "unpacked/tool"), "#!/bin/sh\n");
  EXPECT_NE(fs::status(root_ / "unpacked/tool").permissions() & fs::perms::owner_exec,
            fs::perms::none);
  EXPECT_TRUE(bundles->at(1).bundle.facts().empty()) << "a folder";
  EXPECT_EQ(experiment_.input(1).sha256(), tool.bundle.sha256());
  EXPECT_EQ(experiment_.input(0).sha256(), "");
  EXPECT_EQ(experiment_.input(2).sha256(), "") << "no path: it starts with neither . nor /";
}

TEST_F(PathInputsTest, IsTheSameWhereverTheFilesAre) {
  Add("./tool");
  ASSERT_TRUE(Pack().ok());
  v1::Experiment here = experiment_;
  fs::rename(root_ / "base", root_ / "elsewhere");
  experiment_.mutable_input(0)->set_label("../elsewhere/tool");
  ASSERT_TRUE(MakeFolder(root_ / "base").ok());
  const auto bundles = Pack();
  ASSERT_TRUE(bundles.ok()) << bundles.status();
  LabelByDigest(here);
  LabelByDigest(experiment_);
  EXPECT_EQ(here.DebugString(), experiment_.DebugString());
  EXPECT_EQ(here.input(0).label(), bundles->at(0).bundle.label());
}

TEST_F(PathInputsTest, AnotherDigestThanThePinnedIsRefusedWithBoth) {
  Add("./tool");
  ASSERT_TRUE(Pack().ok());
  const std::string pinned = experiment_.input(0).sha256();
  ASSERT_TRUE(Pack().ok()) << "unchanged";
  Put("base/tool", "#!/bin/sh\nexit 1\n");
  EXPECT_EQ(Pack().status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Error(), AllOf(HasSubstr("./tool (" + (root_ / "base/tool").string()),
                             HasSubstr("pins " + pinned), HasSubstr("its digest is ")));
  experiment_.mutable_input(0)->clear_sha256();
  EXPECT_TRUE(Pack().ok());
}

TEST_F(PathInputsTest, WhatIsNotThereOrCannotBePackedIsTold) {
  Add("./gone");
  EXPECT_EQ(Pack().status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Error(), HasSubstr("the input ./gone is not there"));
  experiment_.mutable_input(0)->set_label("./data");
  fs::create_symlink("/etc/hostname", root_ / "base/data/link");
  EXPECT_EQ(Pack().status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Error(), HasSubstr("the input ./data can't be packed: "));
  experiment_.mutable_input(0)->set_label("/dev/null");
  EXPECT_THAT(Error(), HasSubstr("is not a file"));
}

TEST_F(PathInputsTest, AFileBehindALinkIsThatFileByTheNameOfTheLink) {
  fs::create_symlink(root_ / "data.csv", root_ / "base/link.csv");
  Add("./link.csv");
  const auto bundles = Pack();
  ASSERT_TRUE(bundles.ok()) << bundles.status();
  EXPECT_EQ(bundles->at(0).bundle.facts().at("file"), "link.csv");
  ASSERT_TRUE(Unpack(bundles->at(0).archive, root_ / "unpacked").ok());
  EXPECT_EQ(*ReadFile(root_ / "unpacked/link.csv"), "1,2\n");
}

}  // namespace
}  // namespace benchcell
