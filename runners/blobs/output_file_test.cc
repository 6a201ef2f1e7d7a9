#include "runners/blobs/output_file.h"

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

TEST(OutputFileTest, WritesAndKnowsWhatItWrote) {
  const std::string path = testing::TempDir() + "/out";
  ASSERT_TRUE(WriteFile(path, "something older and longer").ok());
  {
    const auto file = OutputFile::Open(path);
    ASSERT_TRUE(file.ok()) << file.status();
    ASSERT_TRUE((*file)->Append("ab").ok());
    ASSERT_TRUE((*file)->Append("c").ok());
    ASSERT_TRUE((*file)->Sync().ok());
    EXPECT_EQ((*file)->size(), 3);
    EXPECT_EQ((*file)->Digest(), Sha256OfBytes("abc"));
  }
  EXPECT_EQ(*ReadFile(path), "abc");
}

// /dev/full is a disk without a free byte.
TEST(OutputFileTest, AFullDiskIsNamed) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const auto file = OutputFile::Open("/dev/full");
  ASSERT_TRUE(file.ok()) << file.status();
  const absl::Status status = (*file)->Append("x");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("/dev/full"));
}

TEST(OutputFileTest, AMissingFolderIsNamed) {
  const std::string folder = testing::TempDir() + "/absent";
  EXPECT_EQ(OutputFile::Open(folder + "/x").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(OutputFile::OpenTemporary(folder, "x").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(SyncFolder(folder).code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
