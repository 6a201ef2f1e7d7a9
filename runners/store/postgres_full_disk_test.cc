// A server whose disk is full: a call fails as a whole, and goes on when there is room again. The
// tables are on a small file system in memory, the write-ahead log isn't (PostgreSQL ends itself
// when that has no room, which is a restart as in postgres_store_test). Needs root, to mount it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runners/store/postgres_server.h"
#include "runners/store/postgres_store.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

class PostgresFullDiskTest : public testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = *std::move(created);
    disk_ = server_->folder() / "disk";
    std::filesystem::create_directory(disk_);
    if (mount("tmpfs", disk_.c_str(), "tmpfs", 0, "size=8m") != 0) {
      GTEST_SKIP() << "this user may not mount a file system";
    }
    mounted_ = true;
    const std::string tables = (disk_ / "tables").string();
    ASSERT_TRUE(server_->GiveFolder(tables).ok());
    ASSERT_TRUE(server_->Execute("CREATE TABLESPACE small LOCATION '" + tables + "'").ok());
    ASSERT_TRUE(server_->Execute("ALTER DATABASE postgres SET default_tablespace = small").ok());
  }
  ~PostgresFullDiskTest() override {
    server_->Kill();
    if (mounted_) umount2(disk_.c_str(), MNT_DETACH);
  }

  void MakeRoom() { ASSERT_EQ(mount("tmpfs", disk_.c_str(), "tmpfs", MS_REMOUNT, "size=256m"), 0); }

  std::unique_ptr<PostgresServer> server_;
  std::filesystem::path disk_;
  bool mounted_ = false;
};

// Bytes that can't be compressed.
std::string Noise(int size) {
  std::string noise;
  uint32_t state = 1;
  for (int i = 0; i < size; ++i)
    noise.push_back(static_cast<char>((state = state * 1664525 + 1013904223) >> 24));
  return noise;
}

TEST_F(PostgresFullDiskTest, FullDiskUndoesTheCallAndNoMore) {
  const auto store = *PostgresStore::Open(server_->Uri(), {});
  ASSERT_TRUE(store->CreateRun(SampleRun("r")).ok());
  const BlockKey key{"r", 0, 0};
  const uint64_t token = *store->Lease(key, SampleTerms());
  const std::vector<BlockRow> rows = *store->Blocks("r");
  std::vector<v1::RunRecord> records = SampleRecords(rows[0]);

  v1::ExperimentRun large = SampleRun("large");
  large.mutable_resolved()->set_source(Noise(500'000));
  absl::Status status;
  size_t stored = 1;
  for (; stored < 100; ++stored) {
    large.set_id("large " + std::to_string(stored));
    status = store->CreateRun(large);
    if (!status.ok()) break;
  }
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("free some space"));
  EXPECT_EQ(store->ListRuns()->size(), stored);
  EXPECT_EQ(CodeOf(store->LoadRun(large.id())), absl::StatusCode::kNotFound);

  for (int i = 0; i < 20'000; ++i) {
    v1::RawOutput& output = *records[0].add_raw_output();
    output.set_name(std::to_string(i * 7919));
    output.set_size(i * 104729);
  }
  status = store->Finish(key, token, records);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ((*store->Blocks("r"))[0].state, BlockState::kLeased);
  EXPECT_EQ(store->LoadRun("r")->record_size(), 0);

  MakeRoom();
  EXPECT_TRUE(store->Finish(key, token, records).ok());
  EXPECT_TRUE(store->CreateRun(large).ok());
  EXPECT_EQ(store->LoadRun("r")->record_size(), 2);
}

}  // namespace
}  // namespace benchcell
