#include "runners/blobs/directory_blob_store.h"

#include <filesystem>
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

class DirectoryBlobStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(folder_).ok());
    Reopen();
  }

  void Reopen() {
    auto store = DirectoryBlobStore::Open(folder_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  int FileCount() const {
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      count += entry.is_regular_file();
    }
    return count;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "above" / "blobs";
  const std::string abc_ = Sha256OfBytes("abc");
  std::unique_ptr<DirectoryBlobStore> store_;
};

TEST_F(DirectoryBlobStoreTest, WritesInPiecesUnderItsDigest) {
  EXPECT_FALSE(store_->Has(abc_));
  const auto writer = store_->StartWrite(abc_);
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE((*writer)->Append("ab").ok());
  ASSERT_TRUE((*writer)->Append("c").ok());
  EXPECT_FALSE(store_->Has(abc_));
  ASSERT_TRUE((*writer)->Commit().ok());

  EXPECT_TRUE(store_->Has(abc_));
  const auto path = store_->PathOf(abc_);
  ASSERT_TRUE(path.ok()) << path.status();
  EXPECT_EQ(*path, folder_ / abc_.substr(0, 2) / abc_);
  EXPECT_EQ(*ReadFile(*path), "abc");
  Reopen();
  EXPECT_TRUE(store_->Has(abc_));
}

TEST_F(DirectoryBlobStoreTest, OtherBytesThanAnnouncedAreRefused) {
  {
    const auto writer = store_->StartWrite(abc_);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->Append("abd").ok());
    const absl::Status status = (*writer)->Commit();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("wanted sha256 " + abc_));
    EXPECT_THAT(std::string(status.message()), HasSubstr("got " + Sha256OfBytes("abd")));
  }
  EXPECT_FALSE(store_->Has(abc_));
  EXPECT_EQ(FileCount(), 0);
}

TEST_F(DirectoryBlobStoreTest, TheNextWriterGoesOn) {
  EXPECT_EQ(store_->BytesHeld(abc_), 0u);
  ASSERT_TRUE(store_->StartWrite(abc_).value()->Append("ab").ok());
  EXPECT_FALSE(store_->Has(abc_));
  Reopen();
  EXPECT_EQ(store_->BytesHeld(abc_), 2u);
  const auto writer = store_->StartWrite(abc_).value();
  EXPECT_EQ(writer->size(), 2u);
  ASSERT_TRUE(writer->Append("c").ok());
  ASSERT_TRUE(writer->Commit().ok());
  EXPECT_EQ(*ReadFile(*store_->PathOf(abc_)), "abc");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(DirectoryBlobStoreTest, DamagedBeginningIsThrownAway) {
  ASSERT_TRUE(store_->StartWrite(abc_).value()->Append("aX").ok());
  const auto writer = store_->StartWrite(abc_).value();
  ASSERT_TRUE(writer->Append("c").ok());
  EXPECT_EQ(writer->Commit().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(FileCount(), 0);
  EXPECT_EQ(store_->BytesHeld(abc_), 0u);
}

TEST_F(DirectoryBlobStoreTest, WhatNobodyGoesOnWithIsRemovedInTheEnd) {
  ASSERT_TRUE(store_->StartWrite(abc_).value()->Append("ab").ok());
  ASSERT_TRUE(store_->PutBytes("kept").ok());
  ASSERT_TRUE(
      DirectoryBlobStore::Open(folder_, [] { return absl::Now() + absl::Hours(24 * 30); }).ok());
  EXPECT_EQ(store_->BytesHeld(abc_), 0u);
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(DirectoryBlobStoreTest, OpeningRemovesOnlyWhatACrashLeft) {
  ASSERT_TRUE(WriteFile(folder_ / ".tmp-crashed", "half").ok());
  const auto living = store_->StartWrite(abc_);
  ASSERT_TRUE(living.ok());
  ASSERT_TRUE(DirectoryBlobStore::Open(folder_).ok());
  EXPECT_FALSE(fs::exists(folder_ / ".tmp-crashed"));
  ASSERT_TRUE((*living)->Append("abc").ok());
  EXPECT_TRUE((*living)->Commit().ok());
}

TEST_F(DirectoryBlobStoreTest, PutsFilesAndBytes) {
  const fs::path file = fs::path(testing::TempDir()) / "large";
  const std::string content(1'000'000, 'a');
  ASSERT_TRUE(WriteFile(file, content).ok());
  const auto large = store_->PutFile(file);
  ASSERT_TRUE(large.ok()) << large.status();
  EXPECT_EQ(*large, (BlobRef{Sha256OfBytes(content), content.size()}));

  const auto small = store_->PutBytes("abc");
  ASSERT_TRUE(small.ok()) << small.status();
  EXPECT_EQ(*small, (BlobRef{abc_, 3}));
  EXPECT_EQ(store_->PutBytes("abc").value(), *small);
  EXPECT_EQ(store_->PutFile(file).value(), *large);
  EXPECT_EQ(FileCount(), 2);
  EXPECT_EQ(store_->PutBytes("").value().size, 0);
}

TEST_F(DirectoryBlobStoreTest, NamesWhatIsMissingOrNoDigest) {
  const absl::Status absent = store_->PathOf(abc_).status();
  EXPECT_EQ(absent.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(absent.message()), HasSubstr(abc_));
  EXPECT_EQ(store_->PutFile(folder_ / "absent").status().code(), absl::StatusCode::kNotFound);

  for (const std::string& bad : {std::string("../../etc/passwd"), std::string(), abc_ + "0"}) {
    EXPECT_FALSE(store_->Has(bad));
    EXPECT_EQ(store_->PathOf(bad).status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(store_->StartWrite(bad).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST_F(DirectoryBlobStoreTest, ManyThreadsMayPutTheSame) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([this] {
      for (int j = 0; j < 20; ++j) {
        EXPECT_TRUE(store_->PutBytes("blob " + std::to_string(j)).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(FileCount(), 20);
}

}  // namespace
}  // namespace benchcell
