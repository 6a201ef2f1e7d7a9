#include "runners/blobs/bundle_use.h"

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

class BundleUseTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(RemoveAll(folder_).ok()); }

  void Put(const std::string& sha256, uint64_t bytes) const {
    ASSERT_TRUE(MakeFolder(folder_ / sha256 / "inner").ok());
    ASSERT_TRUE(WriteFile(folder_ / sha256 / "inner/file", std::string(bytes, 'x')).ok());
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "bundle_use_test";
  const std::string a_ = std::string(64, 'a');
  const std::string b_ = std::string(64, 'b');
  const absl::Time noon_ = absl::FromUnixSeconds(1'000'000) + absl::Nanoseconds(5);
};

TEST_F(BundleUseTest, KeepsSizeAndUseInOrder) {
  Put(a_, 1);
  Put(b_, 1);
  ASSERT_TRUE(NoteNewBundle(folder_, {a_, 111, noon_}).ok());
  ASSERT_TRUE(NoteNewBundle(folder_, {b_, 222, noon_ + absl::Nanoseconds(1)}).ok());
  auto uses = ListBundles(folder_);
  ASSERT_TRUE(uses.ok()) << uses.status();
  ASSERT_EQ(uses->size(), 2u);
  EXPECT_EQ(uses->at(0).sha256, a_);
  EXPECT_EQ(uses->at(0).bytes, 111u);
  EXPECT_EQ(uses->at(0).last_used, noon_);

  ASSERT_TRUE(NoteBundleUse(folder_, a_, noon_ + absl::Hours(1)).ok());
  uses = ListBundles(folder_);
  EXPECT_EQ(uses->at(1).sha256, a_);
  EXPECT_EQ(uses->at(1).bytes, 111u);
}

TEST_F(BundleUseTest, WhatACrashLostIsMeasuredAgain) {
  Put(a_, 5000);
  Put(b_, 0);
  ASSERT_TRUE(WriteFile(folder_ / (b_ + ".used"), "no number").ok());
  const auto uses = ListBundles(folder_);
  ASSERT_TRUE(uses.ok()) << uses.status();
  for (const BundleUse& use : *uses) {
    // Two folders, and two blocks or none for the file.
    EXPECT_EQ(use.bytes, use.sha256 == a_ ? 4u * 4096 : 2u * 4096);
    EXPECT_GT(use.last_used, noon_) << "the time of the folder";
  }
  EXPECT_EQ(ReadFile(folder_ / (a_ + ".used")).value(), "16384");
  ASSERT_TRUE(RemoveAll(folder_ / (a_ + ".used")).ok());
  ASSERT_TRUE(NoteBundleUse(folder_, a_, noon_).ok());
  EXPECT_EQ(ListBundles(folder_)->front().last_used, noon_);
}

TEST_F(BundleUseTest, OtherNamesAreNoBundles) {
  Put(a_, 1);
  ASSERT_TRUE(MakeFolder(folder_ / ".tmp-half").ok());
  ASSERT_TRUE(WriteFile(folder_ / (b_ + ".used"), "5").ok());
  EXPECT_EQ(ListBundles(folder_)->size(), 1u);
  ForgetBundle(folder_, b_);
  EXPECT_FALSE(fs::exists(folder_ / (b_ + ".used")));
  EXPECT_EQ(ListBundles(folder_ / "absent").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(BundleUseTest, ALinkIsNotFollowed) {
  Put(a_, 100'000);
  ASSERT_TRUE(MakeFolder(folder_ / "tree").ok());
  fs::create_symlink(folder_ / a_ / "inner/file", folder_ / "tree" / "to-file");
  fs::create_symlink(folder_ / a_, folder_ / "tree" / "to-folder");
  EXPECT_EQ(BytesOnDisk(folder_ / "tree").value(), 3u * 4096);
}

}  // namespace
}  // namespace benchcell
