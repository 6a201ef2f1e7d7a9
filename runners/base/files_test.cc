#include "runners/base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "runners/base/sync_file.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    ASSERT_TRUE(MakeFolder(folder_ / "a" / "b").ok());
  }

  fs::path folder_;
};

TEST_F(FilesTest, ReadsWhatWasWritten) {
  const std::string content("a\0b\n", 4);
  ASSERT_TRUE(WriteFile(folder_ / "f", "longer than the next content").ok());
  ASSERT_TRUE(WriteFile(folder_ / "f", content).ok());
  EXPECT_EQ(*ReadFile(folder_ / "f"), content);
}

TEST_F(FilesTest, DurableWriteReplacesAndLeavesNoTemporary) {
  ASSERT_TRUE(WriteFileDurably(folder_ / "a" / "f", "one").ok());
  ASSERT_TRUE(WriteFileDurably(folder_ / "a" / "f", "two").ok());
  EXPECT_EQ(*ReadFile(folder_ / "a" / "f"), "two");
  EXPECT_FALSE(fs::exists(folder_ / "a" / "f.tmp"));
}

TEST_F(FilesTest, AppendAddsToTheEnd) {
  ASSERT_TRUE(AppendToFile(folder_ / "f", "one").ok());
  ASSERT_TRUE(AppendToFile(folder_ / "f", "two").ok());
  EXPECT_EQ(*ReadFile(folder_ / "f"), "onetwo");
}

TEST_F(FilesTest, TailIsTheEndOrAllOrNothing) {
  ASSERT_TRUE(WriteFile(folder_ / "f", "0123456789").ok());
  EXPECT_EQ(ReadTail(folder_ / "f", 3), "789");
  EXPECT_EQ(ReadTail(folder_ / "f", 100), "0123456789");
  EXPECT_EQ(ReadTail(folder_ / "none", 3), "");
}

TEST_F(FilesTest, MissingFileIsNotFoundAndNamed) {
  const absl::Status status = ReadFile(folder_ / "none").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(status.message()).find((folder_ / "none").string()), std::string::npos);
}

TEST_F(FilesTest, FullDiskIsResourceExhausted) {
  EXPECT_EQ(WriteFile("/dev/full", "x").code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(FilesTest, RemovesReadOnlyFoldersAndFollowsNoLinks) {
  ASSERT_TRUE(WriteFile(folder_ / "kept", "x").ok());
  ASSERT_TRUE(MakeFolder(folder_ / "gone" / "inner").ok());
  ASSERT_TRUE(WriteFile(folder_ / "gone" / "inner" / "f", "x").ok());
  fs::create_directory_symlink(folder_ / "a", folder_ / "gone" / "link");
  chmod((folder_ / "gone" / "inner").c_str(), 0500);
  ASSERT_TRUE(RemoveAll(folder_ / "gone").ok());
  EXPECT_FALSE(fs::exists(folder_ / "gone"));
  EXPECT_TRUE(fs::exists(folder_ / "a" / "b"));
  EXPECT_TRUE(fs::exists(folder_ / "kept"));
  EXPECT_TRUE(RemoveAll(folder_ / "gone").ok());
}

TEST(SyncFile, SaysWhyItCant) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(SyncFile(ends[1]), -1);
  EXPECT_EQ(errno, EINVAL);
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(SyncFile(ends[1]), -1);
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace benchcell
