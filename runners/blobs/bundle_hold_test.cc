#include "runners/blobs/bundle_hold.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

class BundleHoldTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(folder_).ok());
    ASSERT_TRUE(MakeFolder(folder_).ok());
  }

  // Whether nobody holds it.
  bool Free() const {
    const int fd = open(folder_.c_str(), O_RDONLY);
    const bool free = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return free;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "bundle_hold_test";
};

TEST_F(BundleHoldTest, HoldsAsLongAsAnyOfThemLives) {
  std::optional<BundleHold> one = BundleHold::Take(folder_).value();
  std::optional<BundleHold> other = BundleHold::Take(folder_).value();
  ASSERT_TRUE(one.has_value() && other.has_value());
  EXPECT_EQ(one->path(), folder_);
  one.reset();
  EXPECT_FALSE(Free());
  const BundleHold moved = *std::move(other);
  other.reset();
  EXPECT_FALSE(Free());
  EXPECT_EQ(moved.path(), folder_);
}

TEST_F(BundleHoldTest, LetsGo) {
  BundleHold::Take(folder_).value().reset();
  EXPECT_TRUE(Free());
}

TEST_F(BundleHoldTest, NothingToHold) {
  EXPECT_FALSE(BundleHold::Take(folder_ / "absent").value().has_value());
  ASSERT_TRUE(WriteFile(folder_ / "file", "").ok());
  EXPECT_EQ(BundleHold::Take(folder_ / "file").status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(BundleHoldTest, AdoptsALockUnlessTheFolderIsAnotherNow) {
  const int fd = open(folder_.c_str(), O_RDONLY);
  ASSERT_EQ(flock(fd, LOCK_EX), 0);
  {
    const auto hold = BundleHold::Adopt(dup(fd), folder_).value();
    EXPECT_TRUE(hold.has_value());
    EXPECT_TRUE(BundleHold::Take(folder_).value().has_value()) << "it is shared now";
  }
  fs::remove(folder_);
  fs::create_directory(folder_);
  EXPECT_FALSE(BundleHold::Adopt(fd, folder_).value().has_value());
}

}  // namespace
}  // namespace benchcell
