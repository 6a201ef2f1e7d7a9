#include "runners/cli/blob_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runners/base/files.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BlobFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    for (const char* name : {"one", "two"}) fs::create_directories(root_ / name);
    store_ = *SqliteStore::Open(root_ / "store.db", {});
  }

  absl::Status Check(const std::string& folder) {
    return CheckBlobFolder(*store_, root_ / folder, SystemRandom);
  }

  const fs::path root_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  std::unique_ptr<Store> store_;
};

TEST_F(BlobFolderTest, TheFirstFolderStaysTheStores) {
  EXPECT_TRUE(Check("one").ok());
  EXPECT_TRUE(Check("one").ok());
  const absl::Status other = Check("two");
  EXPECT_EQ(other.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(other.message()), HasSubstr((root_ / "two").string() + ": found"));
  EXPECT_THAT(std::string(other.message()), HasSubstr("--blobs"));
  EXPECT_TRUE(Check("one").ok()) << "it was not taken over";
}

TEST_F(BlobFolderTest, AFolderHasItsNameWhereverItIsMountedOrCopiedTo) {
  ASSERT_TRUE(Check("one").ok());
  fs::rename(root_ / "one", root_ / "moved");
  EXPECT_TRUE(Check("moved").ok());
  EXPECT_TRUE(ReadFile(root_ / "moved" / ".name").ok());
}

TEST_F(BlobFolderTest, AFolderThatCannotBeNamedIsRefused) {
  EXPECT_THAT(std::string(Check("missing").message()), HasSubstr((root_ / "missing").string()));
}

}  // namespace
}  // namespace benchcell
