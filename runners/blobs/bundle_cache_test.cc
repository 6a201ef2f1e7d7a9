#include "runners/blobs/bundle_cache.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BundleCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "tree" / "bin").ok());
    ASSERT_TRUE(WriteFile(root_ / "tree" / "bin" / "tool", "x").ok());
    fs::permissions(root_ / "tree" / "bin" / "tool", fs::perms(0755));
    fs::create_symlink("bin/tool", root_ / "tree" / "link");
    const auto blob = PackDirectory(root_ / "tree", archive_);
    ASSERT_TRUE(blob.ok()) << blob.status();
    sha256_ = blob->sha256;
    cache_ = Open();
  }

  std::unique_ptr<BundleCache> Open() const {
    auto cache = BundleCache::Open(folder_, [this] { return now_; });
    EXPECT_TRUE(cache.ok()) << cache.status();
    return *std::move(cache);
  }

  static BundleCache::ArchiveSource From(const fs::path& archive) {
    return [archive] { return archive; };
  }

  int EntryCount() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "bundle_cache_test";
  const fs::path archive_ = root_ / "tree.tar";
  const fs::path folder_ = root_ / "above" / "cache";
  std::string sha256_;
  const absl::Time now_ = absl::FromUnixSeconds(1000);
  std::unique_ptr<BundleCache> cache_;
};

TEST_F(BundleCacheTest, UnpacksOnceAndReadOnly) {
  const auto hold = cache_->Materialize(sha256_, From(archive_));
  ASSERT_TRUE(hold.ok()) << hold.status();
  const fs::path place = hold->path();
  EXPECT_EQ(place, folder_ / sha256_);
  EXPECT_EQ(ReadFile(place / "link").value(), "x");
  EXPECT_EQ(fs::status(place / "bin/tool").permissions(), fs::perms(0555));
  EXPECT_EQ(fs::status(place / "bin").permissions(), fs::perms(0555));
  EXPECT_EQ(fs::status(place).permissions(), fs::perms(0555));

  const auto never = []() -> absl::StatusOr<fs::path> {
    ADD_FAILURE() << "asked for an archive of what is there";
    return absl::InternalError("");
  };
  EXPECT_EQ(cache_->Materialize(sha256_, never).value().path(), place);
  EXPECT_EQ(Open()->Materialize(sha256_, never).value().path(), place);
}

TEST_F(BundleCacheTest, AnotherArchiveThanAskedForIsRefused) {
  const std::string wanted(64, 'a');
  const absl::Status status = cache_->Materialize(wanted, From(archive_)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr("wanted sha256 " + wanted));
  EXPECT_THAT(std::string(status.message()), HasSubstr("got " + sha256_));
  EXPECT_EQ(EntryCount(), 0);
  EXPECT_EQ(cache_->Materialize("../x", From(archive_)).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(cache_->Materialize(wanted, From(root_ / "absent")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(BundleCacheTest, ADamagedArchiveLeavesNothingBehind) {
  fs::resize_file(archive_, fs::file_size(archive_) - 1024);
  const std::string damaged = Sha256OfFile(archive_).value();
  const absl::Status status = cache_->Materialize(damaged, From(archive_)).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("truncated"));
  EXPECT_EQ(EntryCount(), 0);
}

TEST_F(BundleCacheTest, OpeningRemovesWhatACrashLeft) {
  ASSERT_TRUE(MakeFolder(folder_ / ".tmp-crash" / "bin").ok());
  ASSERT_TRUE(WriteFile(folder_ / ".tmp-crash" / "bin" / "tool", "half").ok());
  fs::permissions(folder_ / ".tmp-crash" / "bin", fs::perms(0555));
  Open();
  EXPECT_EQ(EntryCount(), 0);
}

// Threads of one cache, and two caches as two processes would have them.
TEST_F(BundleCacheTest, ManyMayAskAtOnce) {
  const auto other = Open();
  std::vector<std::thread> threads;
  for (BundleCache* cache : {cache_.get(), other.get(), cache_.get(), other.get()}) {
    threads.emplace_back([this, cache] {
      const auto hold = cache->Materialize(sha256_, From(archive_));
      ASSERT_TRUE(hold.ok()) << hold.status();
      EXPECT_EQ(ReadFile(hold->path() / "bin/tool").value(), "x");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(EntryCount(), 2) << "the bundle and the mark of its use";
}

}  // namespace
}  // namespace benchcell
