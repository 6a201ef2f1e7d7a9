#include "runners/agent/inside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class InsideTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(base_).ok());
    root_ = base_ / "root";
    ASSERT_TRUE(MakeFolder(root_ / "app" / "one").ok());
    ASSERT_TRUE(MakeFolder(root_ / "app" / "two").ok());
    ASSERT_TRUE(MakeFolder(base_ / "shared" / "inner").ok());
    fs::create_directory_symlink(base_ / "shared", root_ / "link");
  }

  fs::path base_;
  fs::path root_;
};

TEST_F(InsideTest, TakesRelativePaths) {
  EXPECT_EQ(*Inside(root_, "app/one"), root_ / "app/one");
  EXPECT_EQ(*Inside(root_, "./a b/c"), root_ / "./a b/c");
}

TEST_F(InsideTest, RefusesWhatLeaves) {
  const std::string nul("a\0b", 3);
  for (const std::string& path : {std::string("/etc/passwd"), std::string(".."),
                                  std::string("app/../../x"), std::string(), nul}) {
    EXPECT_EQ(Inside(root_, path).status().code(), absl::StatusCode::kInvalidArgument) << path;
  }
}

TEST_F(InsideTest, WritingThroughALinkToOutsideIsRefused) {
  const auto refused = InsideForWriting(root_, "link/inner/file");
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("shared/inner"));
  EXPECT_TRUE(InsideForWriting(root_, "link").ok()) << "the link itself may be replaced";
  EXPECT_TRUE(InsideForWriting(root_, "app/new/deep/file").ok());
}

TEST_F(InsideTest, TheResultHasNoDotsAndNoSlashAtItsEnd) {
  for (const std::string path : {"app/one", "app/one/", "./app/./one/.", "app//one"}) {
    EXPECT_EQ(*InsideForWriting(root_, path), root_ / "app/one") << path;
  }
  EXPECT_EQ(*InsideForWriting(root_, "link/"), root_ / "link") << "the link itself";
}

TEST_F(InsideTest, SiblingWithTheRootsNameAsPrefixIsOutside) {
  ASSERT_TRUE(MakeFolder(base_ / "rootless").ok());
  fs::create_directory_symlink(base_ / "rootless", root_ / "near");
  EXPECT_FALSE(InsideForWriting(root_, "near/file").ok());
}

TEST_F(InsideTest, StarMatchesOneName) {
  ASSERT_TRUE(WriteFile(root_ / "app" / "one" / "x", "").ok());
  ASSERT_TRUE(WriteFile(root_ / "app" / "two" / "x", "").ok());
  EXPECT_THAT(*MatchesInside(root_, "app/*/x"),
              ElementsAre(root_ / "app/one/x", root_ / "app/two/x"));
  EXPECT_THAT(*MatchesInside(root_, "app/*/none"), IsEmpty());
  EXPECT_THAT(*MatchesInside(root_, "none/*"), IsEmpty());
  EXPECT_FALSE(MatchesInside(root_, "link/*").ok());
}

}  // namespace
}  // namespace benchcell
