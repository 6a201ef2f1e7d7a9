#include "runners/blobs/partial_blob.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PartialBlobTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(folder_).ok());
    ASSERT_TRUE(MakeFolder(folder_).ok());
  }

  std::unique_ptr<PartialBlob> Open() const {
    auto blob = PartialBlob::Open(folder_, sha256_);
    EXPECT_TRUE(blob.ok()) << blob.status();
    return *std::move(blob);
  }

  int FileCount() const {
    return static_cast<int>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "partial_blob_test";
  const std::string content_ = "the whole content";
  const std::string sha256_ = Sha256OfBytes(content_);
  const fs::path place_ = folder_ / "whole";
};

TEST_F(PartialBlobTest, GoesOnAfterEveryByte) {
  for (size_t i = 0; i < content_.size(); ++i) {
    const auto blob = Open();
    EXPECT_EQ(blob->size(), i);
    EXPECT_EQ(blob->inherited(), i);
    ASSERT_TRUE(blob->Append(content_.substr(i, 1)).ok());
  }
  EXPECT_EQ(PartialBytes(folder_, sha256_), content_.size());
  ASSERT_TRUE(Open()->MoveTo(place_).ok());
  EXPECT_EQ(ReadFile(place_).value(), content_);
  EXPECT_EQ(FileCount(), 1);
  EXPECT_EQ(PartialBytes(folder_, sha256_), 0u);
}

TEST_F(PartialBlobTest, GoesOnAfterItsWriterWasKilled) {
  const pid_t child = fork();
  if (child == 0) {
    const auto blob = PartialBlob::Open(folder_, sha256_);
    if (!blob.ok() || !(*blob)->Append("the whole").ok()) _exit(1);
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(PartialBytes(folder_, sha256_), 9u);
  const auto blob = Open();
  ASSERT_TRUE(blob->Append(" content").ok());
  EXPECT_TRUE(blob->MoveTo(place_).ok());
}

TEST_F(PartialBlobTest, AWriterThatHangsNeitherBlocksNorSpoils) {
  const auto hanging = Open();
  ASSERT_TRUE(hanging->Append("the ").ok());
  const auto next = Open();
  EXPECT_EQ(next->inherited(), 4u);
  ASSERT_TRUE(hanging->Append("rubbish").ok());
  ASSERT_TRUE(next->Append("whole content").ok());
  ASSERT_TRUE(next->MoveTo(place_).ok());
  EXPECT_EQ(ReadFile(place_).value(), content_);
  EXPECT_EQ(hanging->MoveTo(place_).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReadFile(place_).value(), content_);
}

TEST_F(PartialBlobTest, TheLongestIsTakenAndTheOthersRemoved) {
  {
    const auto one = Open();
    ASSERT_TRUE(one->Append("the").ok());
    const auto other = Open();
    ASSERT_TRUE(other->Append(" whole").ok());
  }
  EXPECT_EQ(FileCount(), 2);
  EXPECT_EQ(Open()->size(), 9u);
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(PartialBlobTest, WhatIsWrongIsThrownAway) {
  const auto sent_wrong = Open();
  ASSERT_TRUE(sent_wrong->Append("something else").ok());
  const absl::Status wrong = sent_wrong->MoveTo(place_);
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("wanted sha256 " + sha256_));
  EXPECT_EQ(FileCount(), 0);

  ASSERT_TRUE(Open()->Append("The").ok());
  const auto kept_wrong = Open();
  ASSERT_TRUE(kept_wrong->Append(content_.substr(3)).ok());
  EXPECT_EQ(kept_wrong->MoveTo(place_).code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(FileCount(), 0);
}

TEST_F(PartialBlobTest, CanStartAnew) {
  ASSERT_TRUE(Open()->Append("rubbish, and more of it than there should be").ok());
  const auto blob = Open();
  ASSERT_TRUE(blob->Restart().ok());
  EXPECT_EQ(blob->size(), 0u);
  ASSERT_TRUE(blob->Append(content_).ok());
  EXPECT_TRUE(blob->MoveTo(place_).ok());
}

TEST_F(PartialBlobTest, NothingArrivedLeavesNothing) {
  Open().reset();
  EXPECT_EQ(FileCount(), 0);
}

TEST_F(PartialBlobTest, OldOnesAreRemovedUnlessTheirWriterLives) {
  const auto living = Open();
  ASSERT_TRUE(living->Append("the").ok());
  const std::string other = Sha256OfBytes("other");
  ASSERT_TRUE(PartialBlob::Open(folder_, other).value()->Append("o").ok());

  ASSERT_TRUE(RemovePartialBlobs(folder_, absl::Now() - absl::Hours(1)).ok());
  EXPECT_EQ(PartialBytes(folder_, other), 1u);
  ASSERT_TRUE(RemovePartialBlobs(folder_, absl::Now() + absl::Hours(1)).ok());
  EXPECT_EQ(PartialBytes(folder_, other), 0u);
  EXPECT_EQ(PartialBytes(folder_, sha256_), 3u);
}

// Whoever commits while others open the same blob must never have them write into what is whole.
TEST_F(PartialBlobTest, ManyWritersOfOneBlob) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      for (int j = 0; j < 100; ++j) {
        const auto blob = Open();
        ASSERT_LE(blob->size(), content_.size());
        for (size_t k = blob->size(); k < content_.size(); ++k) {
          ASSERT_TRUE(blob->Append(content_.substr(k, 1)).ok());
        }
        const absl::Status moved = blob->MoveTo(place_);
        ASSERT_TRUE(moved.ok()) << moved;
        ASSERT_EQ(ReadFile(place_).value(), content_);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(FileCount(), 1);
}

}  // namespace
}  // namespace benchcell
