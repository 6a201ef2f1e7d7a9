#include "runners/base/remove_tree.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

class RemoveTreeTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(MakeFolder(base_).ok());
    tree_ = base_ / "tree";
    RemoveTree(tree_);
    ASSERT_TRUE(MakeFolder(tree_).ok());
  }

  fs::path base_;
  fs::path tree_;
};

TEST_F(RemoveTreeTest, RemovesFilesAndFoldersAndNotWhatLinksLeadTo) {
  ASSERT_TRUE(MakeFolder(tree_ / "a/b/c").ok());
  ASSERT_TRUE(MakeFolder(tree_ / "moved-0/moved-1/x").ok());
  ASSERT_TRUE(WriteFile(tree_ / "a/b/file", "x").ok());
  ASSERT_TRUE(WriteFile(tree_ / "moved-2", "x").ok());
  ASSERT_TRUE(MakeFolder(base_ / "outside").ok());
  ASSERT_TRUE(WriteFile(base_ / "outside/kept", "x").ok());
  fs::create_directory_symlink(base_ / "outside", tree_ / "a/link");
  EXPECT_EQ(RemoveTree(tree_), 0);
  EXPECT_FALSE(fs::exists(tree_));
  EXPECT_TRUE(fs::exists(base_ / "outside/kept"));
}

TEST_F(RemoveTreeTest, RemovesWhatNotEvenTheOwnerMayWrite) {
  ASSERT_TRUE(MakeFolder(tree_ / "a/b/c").ok());
  ASSERT_TRUE(WriteFile(tree_ / "a/b/c/file", "x").ok());
  for (const char* folder : {"a/b/c", "a/b", "a"}) ASSERT_EQ(chmod((tree_ / folder).c_str(), 0), 0);
  EXPECT_EQ(RemoveTree(tree_), 0);
  EXPECT_FALSE(fs::exists(tree_));
}

TEST_F(RemoveTreeTest, RemovesWhatIsNestedDeeperThanDescriptorsAndPathsReach) {
  // In a process of its own: its current directory and its limit are changed.
  const pid_t child = fork();
  if (child == 0) {
    const std::string name(100, 'd');
    if (chdir(tree_.c_str()) != 0) _exit(1);
    for (int i = 0; i < 300; ++i) {
      if (mkdir(name.c_str(), 0755) != 0 || chdir(name.c_str()) != 0) _exit(2);
    }
    if (chdir("/") != 0) _exit(3);
    const rlimit few = {100, 100};
    setrlimit(RLIMIT_NOFILE, &few);
    // By way of RemoveAll, which comes to RemoveTree where std::filesystem gives up.
    _exit(RemoveAll(tree_).ok() ? 0 : 4);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(fs::exists(tree_));
}

TEST_F(RemoveTreeTest, SaysWhatIsNoFolder) {
  EXPECT_EQ(RemoveTree(base_ / "none"), ENOENT);
  fs::create_directory_symlink(tree_, base_ / "link");
  EXPECT_EQ(RemoveTree(base_ / "link"), ENOTDIR);
  fs::remove(base_ / "link");
  EXPECT_TRUE(fs::exists(tree_));
}

}  // namespace
}  // namespace benchcell
