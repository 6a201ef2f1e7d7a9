#include "runners/blobs/temporary.h"

#include <unistd.h>

#include <filesystem>

#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

class TemporaryTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(folder_).ok());
    ASSERT_TRUE(MakeFolder(folder_).ok());
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "temporary";
};

TEST_F(TemporaryTest, NamesDifferAndStartWithThePrefix) {
  const auto first = MakeTemporaryFile(folder_, ".tmp-");
  const auto second = MakeTemporaryFolder(folder_, ".tmp-");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first->path, second->path);
  EXPECT_TRUE(fs::is_regular_file(first->path));
  EXPECT_TRUE(fs::is_directory(second->path));
  EXPECT_TRUE(first->path.filename().string().starts_with(".tmp-"));
  close(first->fd);
  close(second->fd);
}

TEST_F(TemporaryTest, OnlyWhatNobodyHoldsIsStale) {
  const auto file = MakeTemporaryFile(folder_, ".tmp-");
  const auto tree = MakeTemporaryFolder(folder_, ".tmp-");
  ASSERT_TRUE(file.ok() && tree.ok());
  ASSERT_TRUE(WriteFile(tree->path / "inside", "x").ok());
  ASSERT_TRUE(WriteFile(folder_ / "other", "x").ok());

  ASSERT_TRUE(RemoveStale(folder_, ".tmp-").ok());
  EXPECT_TRUE(fs::exists(file->path));
  EXPECT_TRUE(fs::exists(tree->path));

  close(file->fd);
  close(tree->fd);
  ASSERT_TRUE(RemoveStale(folder_, ".tmp-").ok());
  EXPECT_FALSE(fs::exists(file->path));
  EXPECT_FALSE(fs::exists(tree->path));
  EXPECT_TRUE(fs::exists(folder_ / "other"));
}

TEST_F(TemporaryTest, AMissingFolderIsNamed) {
  EXPECT_EQ(MakeTemporaryFile(folder_ / "absent", "x").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(MakeTemporaryFolder(folder_ / "absent", "x").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(RemoveStale(folder_ / "absent", "x").code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
