// What a BundleCache removes, and what stays whatever happens meanwhile.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/bundle_cache.h"
#include "runners/blobs/bundle_use.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::UnorderedElementsAre;

constexpr int kBundles = 4;
constexpr int kFiles = 20;
// The folder itself, and a block for each file.
constexpr uint64_t kBytes = (kFiles + 1) * 4096;

class BundleEvictionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    for (int i = 0; i < kBundles; ++i) {
      const fs::path tree = root_ / "tree" / std::to_string(i);
      ASSERT_TRUE(MakeFolder(tree).ok());
      for (int j = 0; j < kFiles; ++j) {
        ASSERT_TRUE(WriteFile(tree / std::to_string(j), std::to_string(i)).ok());
      }
      const fs::path archive = root_ / (std::to_string(i) + ".tar");
      sha256_[i] = PackDirectory(tree, archive)->sha256;
      archive_[i] = archive;
    }
    cache_ = Open();
  }

  std::unique_ptr<BundleCache> Open() {
    return *BundleCache::Open(folder_, [this] { return now_; });
  }

  absl::StatusOr<BundleHold> Get(int i) { return Get(*cache_, i); }
  absl::StatusOr<BundleHold> Get(BundleCache& cache, int i) {
    return cache.Materialize(sha256_[i], [this, i] { return archive_[i]; });
  }

  // A use at a time.
  void Use(int i, int seconds) {
    now_ = absl::FromUnixSeconds(seconds);
    ASSERT_TRUE(Get(i).ok());
  }

  std::vector<int> Left() {
    std::vector<int> left;
    for (int i = 0; i < kBundles; ++i) {
      if (cache_->Has(sha256_[i])) left.push_back(i);
    }
    return left;
  }

  bool IsWhole(int i) const {
    for (int j = 0; j < kFiles; ++j) {
      const auto content = ReadFile(folder_ / sha256_[i] / std::to_string(j));
      if (!content.ok() || *content != std::to_string(i)) return false;
    }
    return true;
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "bundle_eviction_test";
  const fs::path folder_ = root_ / "cache";
  std::string sha256_[kBundles];
  fs::path archive_[kBundles];
  absl::Time now_ = absl::FromUnixSeconds(1);
  std::unique_ptr<BundleCache> cache_;
};

TEST_F(BundleEvictionTest, TheLeastRecentlyUsedGoFirst) {
  Use(0, 10);
  Use(1, 11);
  Use(2, 12);
  Use(3, 13);
  Use(0, 14);
  EXPECT_EQ(cache_->Evict(kBundles * kBytes).value(), 0);
  EXPECT_EQ(cache_->Evict(kBundles * kBytes - 1).value(), 1);
  EXPECT_THAT(Left(), UnorderedElementsAre(0, 2, 3));
  // The order is durable.
  cache_ = Open();
  EXPECT_EQ(cache_->Evict(kBytes).value(), 2);
  EXPECT_THAT(Left(), UnorderedElementsAre(0));
  EXPECT_EQ(cache_->Evict(0).value(), 1);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(BundleEvictionTest, WhatIsHeldStays) {
  Use(0, 10);
  Use(1, 11);
  Use(2, 12);
  {
    const auto oldest = Get(0);
    now_ = absl::FromUnixSeconds(13);
    Use(1, 14);
    // By another cache of the same folder, as another process would have it.
    EXPECT_EQ(Open()->Evict(kBytes).value(), 2);
    EXPECT_THAT(Left(), UnorderedElementsAre(0));
    EXPECT_EQ(cache_->Evict(0).value(), 0) << "even if there is no room for it";
    EXPECT_TRUE(IsWhole(0));
  }
  EXPECT_EQ(cache_->Evict(0).value(), 1);
}

TEST_F(BundleEvictionTest, WhatWasEvictedComesAgain) {
  Use(0, 10);
  ASSERT_EQ(cache_->Evict(0).value(), 1);
  EXPECT_FALSE(cache_->Has(sha256_[0]));
  Use(0, 11);
  EXPECT_TRUE(IsWhole(0));
}

// One process unpacks and evicts as fast as it can and is killed at any moment.
TEST_F(BundleEvictionTest, AKillLeavesNoBundleInPart) {
  std::mt19937 random(20240511);
  int seen = 0;
  for (int kill_number = 0; kill_number < 40; ++kill_number) {
    const pid_t child = fork();
    if (child == 0) {
      const auto cache = Open();
      for (int i = 0;; i = (i + 1) % kBundles) {
        if (!Get(*cache, i).ok() || !cache->Evict(kBytes * 2).ok()) _exit(1);
      }
    }
    // Some kills come before anything is there, others while bundles come and go.
    while (kill_number % 2 == 1 && Left().empty() && waitpid(child, nullptr, WNOHANG) == 0) {
    }
    absl::SleepFor(absl::Microseconds(random() % 20'000));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it failed: exit code " << WEXITSTATUS(status);
    for (const int i : Left()) {
      EXPECT_TRUE(IsWhole(i)) << "after kill " << kill_number;
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
  cache_ = Open();
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp-")) << entry.path();
  }
  ASSERT_TRUE(cache_->Evict(0).ok());
  for (int i = 0; i < kBundles; ++i) EXPECT_TRUE(Get(i).ok() && IsWhole(i));
}

// Threads, and two caches as two processes would have them.
TEST_F(BundleEvictionTest, UsersAndEvictorsAtOnce) {
  const auto other = Open();
  std::atomic<bool> done = false;
  std::vector<std::thread> evictors;
  for (BundleCache* cache : {cache_.get(), other.get()}) {
    evictors.emplace_back([&done, cache] {
      while (!done) {
        const auto evicted = cache->Evict(kBytes);
        ASSERT_TRUE(evicted.ok()) << evicted.status();
      }
    });
  }
  std::vector<std::thread> users;
  for (int t = 0; t < 4; ++t) {
    users.emplace_back([this, t, &other] {
      for (int j = 0; j < 25; ++j) {
        const int i = (t + j) % kBundles;
        const auto hold = Get(t % 2 == 0 ? *cache_ : *other, i);
        ASSERT_TRUE(hold.ok()) << hold.status();
        ASSERT_TRUE(IsWhole(i));
        std::this_thread::yield();
        ASSERT_TRUE(IsWhole(i));
      }
    });
  }
  for (std::thread& user : users) user.join();
  done = true;
  for (std::thread& evictor : evictors) evictor.join();
}

}  // namespace
}  // namespace benchcell
