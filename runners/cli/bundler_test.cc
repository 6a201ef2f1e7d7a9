#include "runners/cli/bundler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;

// A folder with a Bazel that writes down what it is asked for.
class BundlerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_).ok());
    setenv("PATH", (root_.string() + ":/usr/bin:/bin").c_str(), 1);
  }

  void BazelDoes(const std::string& what) {
    const fs::path bazel = root_ / "bazel";
    ASSERT_TRUE(WriteFile(bazel, "#!/bin/sh\necho \"$@\" >asked\n" + what + "\n").ok());
    fs::permissions(bazel, fs::perms::owner_all);
  }

  // What a build of the target leaves.
  void Made(const fs::path& manifest, const std::string& label, const std::string& platform) {
    ASSERT_TRUE(MakeFolder((root_ / manifest).parent_path()).ok());
    ASSERT_TRUE(WriteFile(root_ / manifest, R"({"entry": [{"bundle": {"label": ")" + label +
                                                R"(", "platform": ")" + platform +
                                                R"("}, "path": "bazel-out/archive"}]})")
                    .ok());
  }

  fs::path root_ = fs::path(testing::TempDir()) / "bundler";
  CancellationFlag interrupted_;
};

TEST_F(BundlerTest, BuildsForThePlatformThatIsAskedFor) {
  BazelDoes("");
  Made("bazel-bin/toolchains/node/24.22.1.linux-arm64.bundle.json", "//toolchains/node:24.22.1",
       "linux-arm64");
  Made("bazel-bin/fixtures/app/app.linux-arm64.bundle.json", "//fixtures/app:app", "any");
  const auto bundles = MakeBundles({"//toolchains/node:24.22.1", "//fixtures/app"}, "linux-arm64",
                                   root_, interrupted_);
  ASSERT_TRUE(bundles.ok()) << bundles.status();
  EXPECT_THAT(
      ReadFile(root_ / "asked").value(),
      EndsWith("-- //toolchains/node:24.22.1.linux-arm64 //fixtures/app:app.linux-arm64\n"));
  ASSERT_THAT(*bundles, SizeIs(2));
  EXPECT_EQ(bundles->at(0).bundle.platform(), "linux-arm64");
  EXPECT_EQ(bundles->at(0).archive, root_ / "bazel-out/archive");
  EXPECT_EQ(bundles->at(1).bundle.platform(), "any");
}

TEST_F(BundlerTest, WhatBazelRefusesIsNotMade) {
  BazelDoes("echo 'pin node-24.22.1 has no darwin-arm64' >&2; exit 1");
  const auto bundles =
      MakeBundles({"//toolchains/node:24.22.1"}, "darwin-arm64", root_, interrupted_);
  EXPECT_EQ(bundles.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(bundles.status().message()), HasSubstr("says why above"));
}

}  // namespace
}  // namespace benchcell
