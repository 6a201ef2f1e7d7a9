#include "runners/agent/outbox.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kToken = 7;

class OutboxTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
  }

  static v1::Lease Lease(uint64_t token) {
    v1::Lease lease;
    lease.set_run_id("run");
    lease.set_fencing_token(token);
    lease.mutable_block()->set_cell(3);
    lease.mutable_block()->set_round(1);
    return lease;
  }

  // A record at a position with one raw output of the given content.
  static void AddRun(Outbox& outbox, uint64_t token, uint32_t position,
                     const std::string& content) {
    const auto run = outbox.RunFolder(token, position);
    ASSERT_TRUE(run.ok());
    ASSERT_TRUE(WriteFile(*run / "stdout", content).ok());
    v1::RunRecord record;
    record.mutable_planned()->set_position(position);
    record.add_raw_output()->set_name("stdout");
    ASSERT_TRUE(outbox.Add(token, record).ok());
  }

  fs::path folder_;
};

TEST_F(OutboxTest, SealedLeaseIsPendingUntilRemoved) {
  Outbox outbox(folder_);
  ASSERT_TRUE(outbox.Begin("machine", Lease(kToken)).ok());
  AddRun(outbox, kToken, 0, "one");
  AddRun(outbox, kToken, 1, "two");
  EXPECT_TRUE(outbox.Pending()->empty()) << "nothing is handed over before it is sealed";
  ASSERT_TRUE(outbox.Seal(kToken, v1::MEASURED, "").ok());

  const auto pending = Outbox(folder_).Pending();
  ASSERT_TRUE(pending.ok());
  ASSERT_EQ(pending->size(), 1u);
  const v1::DeliverRequest& request = (*pending)[0].request;
  EXPECT_EQ(request.machine(), "machine");
  EXPECT_EQ(request.run_id(), "run");
  EXPECT_EQ(request.fencing_token(), kToken);
  EXPECT_EQ(request.cell(), 3u);
  EXPECT_EQ(request.round(), 1u);
  EXPECT_EQ(request.outcome(), v1::MEASURED);
  ASSERT_EQ(request.record_size(), 2);
  EXPECT_EQ(request.record(1).raw_output(0).size(), 3u);
  ASSERT_EQ((*pending)[0].blobs.size(), 2u);
  EXPECT_EQ((*pending)[0].blobs[1].first, request.record(1).raw_output(0).sha256());
  EXPECT_EQ(*ReadFile((*pending)[0].blobs[1].second), "two");

  ASSERT_TRUE(outbox.Remove(kToken).ok());
  EXPECT_TRUE(outbox.Pending()->empty());
}

TEST_F(OutboxTest, LeftoverIsSealedAsAbandonedWithItsWholeRecords) {
  {
    Outbox outbox(folder_);
    ASSERT_TRUE(outbox.Begin("machine", Lease(kToken)).ok());
    AddRun(outbox, kToken, 0, "one");
  }
  // A second record of which the crash left only the beginning.
  fs::path journal;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.path().filename() == "journal") journal = entry.path();
  }
  ASSERT_TRUE(AppendToFile(journal, "\x40half").ok());

  Outbox successor(folder_);
  ASSERT_TRUE(successor.SealLeftovers().ok());
  const auto pending = successor.Pending();
  ASSERT_EQ(pending->size(), 1u);
  EXPECT_EQ((*pending)[0].request.outcome(), v1::ABANDONED);
  EXPECT_EQ((*pending)[0].request.record_size(), 1);
}

TEST_F(OutboxTest, OldestLeaseComesFirst) {
  Outbox outbox(folder_);
  for (const uint64_t token : {100u, 20u}) {
    ASSERT_TRUE(outbox.Begin("machine", Lease(token)).ok());
    ASSERT_TRUE(outbox.Seal(token, v1::NOT_MEASURED, "why").ok());
  }
  const auto pending = outbox.Pending();
  ASSERT_EQ(pending->size(), 2u);
  EXPECT_EQ((*pending)[0].request.fencing_token(), 20u);
  EXPECT_EQ((*pending)[0].request.message(), "why");
}

TEST_F(OutboxTest, LeaseBegunTwiceIsRefused) {
  Outbox outbox(folder_);
  ASSERT_TRUE(outbox.Begin("machine", Lease(kToken)).ok());
  EXPECT_EQ(outbox.Begin("machine", Lease(kToken)).code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(OutboxTest, EmptyOrMissingFolderIsNothingPending) {
  Outbox outbox(folder_);
  EXPECT_TRUE(outbox.SealLeftovers().ok());
  EXPECT_TRUE(outbox.Pending()->empty());
}

}  // namespace
}  // namespace benchcell
