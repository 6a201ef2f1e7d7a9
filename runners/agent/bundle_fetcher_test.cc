#include "runners/agent/bundle_fetcher.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/blobs/partial_blob.h"
#include "runners/blobs/transfer_retry.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// Sends archives as its script has it.
class FakeCoordinator : public CoordinatorClient {
 public:
  std::map<std::string, std::string> archives;
  // Bytes that each call sends before the connection breaks.
  size_t bytes_per_call = SIZE_MAX;
  // Answered to the next calls instead.
  std::deque<absl::Status> answers;
  // Downloads wait until so many go on at once.
  int meet = 0;

  // What happened; read when nobody fetches.
  uint64_t bytes_sent = 0;
  std::map<std::string, int> calls;
  int most_at_once = 0;

  absl::Status Download(const std::string& sha256, PartialBlob& into,
                        const CancellationFlag&) override {
    std::unique_lock lock(mutex_);
    ++calls[sha256];
    if (!answers.empty()) {
      const absl::Status answer = answers.front();
      answers.pop_front();
      return answer;
    }
    const auto found = archives.find(sha256);
    if (found == archives.end()) return absl::NotFoundError("no blob " + sha256);
    most_at_once = std::max(most_at_once, ++at_once_);
    met_ = met_ || at_once_ >= meet;
    changed_.notify_all();
    changed_.wait(lock, [this] { return met_; });
    --at_once_;
    const std::string& archive = found->second;
    if (into.size() > archive.size()) return absl::OutOfRangeError("it ends before");
    const std::string piece = archive.substr(into.size(), bytes_per_call);
    bytes_sent += piece.size();
    if (const absl::Status status = into.Append(piece); !status.ok()) return status;
    return into.size() == archive.size() ? absl::OkStatus() : absl::UnavailableError("broken");
  }

  absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState&) override { return Unused(); }
  absl::Status Deliver(const v1::DeliverRequest&) override { return Unused(); }
  absl::StatusOr<std::vector<std::string>> FindMissing(const std::vector<std::string>&) override {
    return Unused();
  }
  absl::Status Upload(const std::string&, const fs::path&) override { return Unused(); }

 private:
  static absl::Status Unused() { return absl::UnimplementedError("no fetcher needs it"); }

  std::mutex mutex_;
  std::condition_variable changed_;
  int at_once_ = 0;
  bool met_ = false;
};

// Unpacked: a folder and a file of two blocks.
constexpr uint64_t kBytes = 3 * 4096;

class BundleFetcherTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_).ok());
    for (int i = 0; i < 8; ++i) {
      const fs::path tree = root_ / "tree" / std::to_string(i);
      ASSERT_TRUE(MakeFolder(tree).ok());
      ASSERT_TRUE(WriteFile(tree / "file", std::string(5000 + i, 'x')).ok());
      sha256_.push_back(PackDirectory(tree, root_ / "tar")->sha256);
      coordinator_.archives[sha256_.back()] = *ReadFile(root_ / "tar");
    }
    Open();
  }

  void Open() {
    fetcher_.reset();
    bundles_ = *BundleCache::Open(root_ / "bundles", [this] { return now_; });
    BundleFetcher::Options options;
    options.arrivals = arrivals_;
    options.limit = limit_;
    options.wait = [](const CancellationFlag& cancel, absl::Duration) {
      return cancel.IsCancelled();
    };
    auto fetcher = BundleFetcher::Open({coordinator_, *bundles_, local_blobs_.get()}, options);
    ASSERT_TRUE(fetcher.ok()) << fetcher.status();
    fetcher_ = *std::move(fetcher);
  }

  absl::StatusOr<FetchedBundles> Fetch(const std::vector<int>& wanted) {
    v1::Lease lease;
    for (const int i : wanted) {
      v1::BundleReference& bundle = *lease.add_bundle();
      bundle.set_sha256(sha256_[i]);
      bundle.set_size(coordinator_.archives[sha256_[i]].size());
    }
    return fetcher_->Fetch(lease, cancel_);
  }

  std::vector<int> Here() const {
    std::vector<int> here;
    for (size_t i = 0; i < sha256_.size(); ++i) {
      if (bundles_->Has(sha256_[i])) here.push_back(static_cast<int>(i));
    }
    return here;
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "bundle_fetcher_test";
  const fs::path arrivals_ = root_ / "arrivals";
  std::vector<std::string> sha256_;
  FakeCoordinator coordinator_;
  std::unique_ptr<DirectoryBlobStore> local_blobs_;
  CancellationFlag cancel_;
  uint64_t limit_ = 100 * kBytes;
  absl::Time now_ = absl::FromUnixSeconds(1);
  std::unique_ptr<BundleCache> bundles_;
  std::unique_ptr<BundleFetcher> fetcher_;
};

TEST_F(BundleFetcherTest, UnpacksAndKeepsNoArchive) {
  const auto fetched = Fetch({0, 1, 0});
  ASSERT_TRUE(fetched.ok()) << fetched.status();
  EXPECT_EQ(fetched->folders.size(), 2u);
  EXPECT_EQ(ReadFile(fetched->folders.at(sha256_[1]) / "file")->size(), 5001u);
  EXPECT_TRUE(fs::is_empty(arrivals_));
  ASSERT_TRUE(Fetch({0, 1}).ok());
  EXPECT_EQ(coordinator_.calls[sha256_[0]], 1);
}

TEST_F(BundleFetcherTest, NoByteTravelsTwiceHoweverOftenTheConnectionBreaks) {
  coordinator_.bytes_per_call = 100;
  const auto fetched = Fetch({0});
  ASSERT_TRUE(fetched.ok()) << fetched.status();
  EXPECT_EQ(coordinator_.bytes_sent, coordinator_.archives[sha256_[0]].size());
}

TEST_F(BundleFetcherTest, GivesUpInTheEndAndGoesOnTheNextTime) {
  coordinator_.bytes_per_call = 6000;
  coordinator_.answers.assign(TransferRetry::kMostInVain, absl::UnavailableError("down"));
  const absl::Status status = Fetch({0}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("bundle " + sha256_[0]));

  coordinator_.bytes_per_call = 0;
  ASSERT_TRUE(PartialBlob::Open(arrivals_, sha256_[0])
                  .value()
                  ->Append(coordinator_.archives[sha256_[0]].substr(0, 3000))
                  .ok());
  EXPECT_FALSE(Fetch({0}).ok());
  Open();
  EXPECT_EQ(PartialBytes(arrivals_, sha256_[0]), 3000u) << "kept over a restart";
  coordinator_.bytes_per_call = SIZE_MAX;
  ASSERT_TRUE(Fetch({0}).ok());
  EXPECT_EQ(coordinator_.bytes_sent, coordinator_.archives[sha256_[0]].size() - 3000);
}

TEST_F(BundleFetcherTest, WhatIsDamagedIsFetchedAnew) {
  for (const size_t rubbish : {size_t{10}, size_t{100'000}}) {
    const auto i = static_cast<int>(rubbish % 7);
    ASSERT_TRUE(
        PartialBlob::Open(arrivals_, sha256_[i]).value()->Append(std::string(rubbish, 'x')).ok());
    const auto fetched = Fetch({i});
    ASSERT_TRUE(fetched.ok()) << fetched.status();
    EXPECT_TRUE(fs::is_empty(arrivals_));
  }
}

TEST_F(BundleFetcherTest, WhatTheCoordinatorHasWrongNeverAppears) {
  coordinator_.archives[sha256_[0]] = coordinator_.archives[sha256_[1]];
  EXPECT_EQ(Fetch({0}).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(coordinator_.calls[sha256_[0]], 2) << "once more, from the start";
  EXPECT_TRUE(Here().empty());
  EXPECT_TRUE(fs::is_empty(arrivals_));
  coordinator_.archives.erase(sha256_[2]);
  v1::Lease lease;
  lease.add_bundle()->set_sha256(sha256_[2]);
  EXPECT_EQ(fetcher_->Fetch(lease, cancel_).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(BundleFetcherTest, WhatCantBeUnpackedIsNotFetchedAgain) {
  const std::string archive(5000, 'x');
  const std::string sha256 = Sha256OfBytes(archive);
  coordinator_.archives[sha256] = archive;
  v1::Lease lease;
  lease.add_bundle()->set_sha256(sha256);
  EXPECT_EQ(fetcher_->Fetch(lease, cancel_).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(coordinator_.calls[sha256], 1);
  EXPECT_TRUE(Here().empty());
  EXPECT_TRUE(fs::is_empty(arrivals_));
}

TEST_F(BundleFetcherTest, UnpacksFromLocalBlobsWithoutACopy) {
  local_blobs_ = *DirectoryBlobStore::Open(root_ / "blobs");
  ASSERT_TRUE(local_blobs_->PutBytes(coordinator_.archives[sha256_[0]]).ok());
  Open();
  const auto fetched = Fetch({0, 1});
  ASSERT_TRUE(fetched.ok()) << fetched.status();
  EXPECT_EQ(coordinator_.calls.count(sha256_[0]), 0u);
  EXPECT_EQ(coordinator_.calls[sha256_[1]], 1);
  EXPECT_TRUE(local_blobs_->Has(sha256_[0])) << "blobs stay for ever";
  EXPECT_TRUE(fs::is_empty(arrivals_));
}

TEST_F(BundleFetcherTest, FourAtOnceAndNotMore) {
  coordinator_.meet = 4;
  ASSERT_TRUE(Fetch({0, 1, 2, 3, 4, 5, 6, 7}).ok());
  EXPECT_EQ(coordinator_.most_at_once, 4);
}

TEST_F(BundleFetcherTest, OneFetchOfABundleHoweverManyAsk) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([this] {
      const auto fetched = Fetch({0, 1, 2});
      ASSERT_TRUE(fetched.ok()) << fetched.status();
      for (const auto& [sha256, folder] : fetched->folders) EXPECT_TRUE(fs::exists(folder));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int i : {0, 1, 2}) EXPECT_EQ(coordinator_.calls[sha256_[i]], 1);
}

TEST_F(BundleFetcherTest, EvictsTheLeastRecentlyUsedAndNothingOfTheLease) {
  limit_ = 3 * kBytes;
  Open();
  for (const int i : {0, 1, 2, 0}) {
    now_ += absl::Seconds(1);
    ASSERT_TRUE(Fetch({i}).ok());
  }
  now_ += absl::Seconds(1);
  EXPECT_THAT(Here(), ElementsAre(0, 1, 2));
  ASSERT_TRUE(Fetch({3}).ok());
  EXPECT_THAT(Here(), ElementsAre(0, 2, 3));
  now_ += absl::Seconds(1);
  {
    // More than there is room for, the oldest among them.
    const auto lease = Fetch({2, 4, 5, 6});
    ASSERT_TRUE(lease.ok()) << lease.status();
    EXPECT_THAT(Here(), ElementsAre(2, 4, 5, 6));
    ASSERT_TRUE(Fetch({7}).ok());
    EXPECT_THAT(Here(), testing::IsSupersetOf({2, 4, 5, 6})) << "as long as the lease lasts";
  }
  now_ += absl::Seconds(1);
  ASSERT_TRUE(Fetch({0}).ok());
  EXPECT_EQ(Here().size(), 3u);
  EXPECT_EQ(Here().front(), 0);
}

TEST_F(BundleFetcherTest, AFullDiskIsClearedAndTriedOnceMore) {
  ASSERT_TRUE(Fetch({0}).ok());
  coordinator_.answers = {absl::ResourceExhaustedError("no space left")};
  ASSERT_TRUE(Fetch({1}).ok());
  EXPECT_THAT(Here(), ElementsAre(1));
  coordinator_.answers = {absl::ResourceExhaustedError("no space left"),
                          absl::ResourceExhaustedError("no space left")};
  EXPECT_EQ(Fetch({2}).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(BundleFetcherTest, OpeningKeepsOnlyWhatCanBeGoneOnWith) {
  ASSERT_TRUE(PartialBlob::Open(arrivals_, sha256_[0]).value()->Append("x").ok());
  ASSERT_TRUE(MakeFolder(arrivals_ / "ab").ok());
  ASSERT_TRUE(WriteFile(arrivals_ / "ab" / "archive", "whole").ok());
  Open();
  EXPECT_EQ(PartialBytes(arrivals_, sha256_[0]), 1u);
  EXPECT_FALSE(fs::exists(arrivals_ / "ab"));
}

TEST_F(BundleFetcherTest, EndsWhenItIsCancelled) {
  cancel_.Cancel();
  coordinator_.answers.assign(TransferRetry::kMostInVain, absl::UnavailableError("down"));
  EXPECT_EQ(Fetch({0}).status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(coordinator_.calls[sha256_[0]], 1);
}

TEST(DefaultBundleLimitTest, FitsTheDisk) {
  const uint64_t limit = DefaultBundleLimit(testing::TempDir());
  EXPECT_GT(limit, 0u);
  EXPECT_LE(limit, 20'000'000'000u);
  EXPECT_LE(limit, fs::space(testing::TempDir()).capacity / 4);
  EXPECT_EQ(DefaultBundleLimit("/absent"), 20'000'000'000u);
}

}  // namespace
}  // namespace benchcell
