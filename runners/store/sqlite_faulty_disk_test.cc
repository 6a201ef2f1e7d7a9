// The SQLite store on a disk that is full, or gone with the process, at any single write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runners/store/faulty_disk.h"
#include "runners/store/sqlite_store.h"
#include "runners/store/store_samples.h"
#include "runners/store/store_script.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

class SqliteFaultyDiskTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { FaultyDisk::Install(); }

  SqliteFaultyDiskTest() {
    const std::unique_ptr<SqliteStore> store = *SqliteStore::Open(NewFile(), {});
    dumps_ = DumpsOfScript(*store);
  }
  ~SqliteFaultyDiskTest() override { FaultyDisk::Heal(); }

  // A file that isn't there yet; those before are removed.
  std::filesystem::path NewFile() {
    std::filesystem::remove_all(folder_);
    return folder_ / "store.db";
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      testing::UnitTest::GetInstance()->current_test_info()->name();
  std::vector<std::string> dumps_;
};

TEST_F(SqliteFaultyDiskTest, FullAtAnyWriteUndoesTheCallAndNoMore) {
  int refused = 0;
  int64_t writes = 0;
  for (bool struck = true; struck && !HasFailure(); ++writes) {
    SCOPED_TRACE("full after " + std::to_string(writes) + " writes");
    const std::filesystem::path file = NewFile();
    FaultyDisk::FailAfter(writes, FaultyDisk::Fault::kFull);
    absl::StatusOr<std::unique_ptr<SqliteStore>> store = SqliteStore::Open(file, {});
    if (!store.ok()) {
      ++refused;
      EXPECT_EQ(CodeOf(store), absl::StatusCode::kResourceExhausted) << store.status();
      FaultyDisk::Heal();
      store = SqliteStore::Open(file, {});
      ASSERT_TRUE(store.ok()) << store.status();
    }
    for (size_t i = 0; i < Script().size(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i) + ", " + Script()[i].name);
      absl::Status status = Script()[i].call(**store);
      if (!status.ok()) {
        ++refused;
        EXPECT_EQ(CodeOf(status), absl::StatusCode::kResourceExhausted) << status;
        EXPECT_THAT(std::string(status.message()), HasSubstr(file.string()));
        EXPECT_THAT(std::string(status.message()), HasSubstr("free some space"));
        EXPECT_EQ(Dump(**store), dumps_[i]);
        FaultyDisk::Heal();
        status = Script()[i].call(**store);
      }
      ASSERT_TRUE(status.ok()) << status;
      ASSERT_EQ(Dump(**store), dumps_[i + 1]);
    }
    struck = FaultyDisk::Struck();
    FaultyDisk::Heal();
  }
  EXPECT_GT(refused, static_cast<int>(Script().size()));
}

TEST_F(SqliteFaultyDiskTest, KilledAtAnyWriteLeavesEachCallWholeOrNotAtAll) {
  int64_t operations = 0;
  for (bool killed = true; killed && !HasFailure(); ++operations) {
    SCOPED_TRACE("killed after " + std::to_string(operations) + " operations");
    const std::filesystem::path file = NewFile();
    const Interrupted interrupted =
        RunScriptInChild([&]() -> absl::StatusOr<std::unique_ptr<Store>> {
          FaultyDisk::FailAfter(operations, FaultyDisk::Fault::kKill);
          return SqliteStore::Open(file, {});
        });
    killed = interrupted.killed;
    absl::StatusOr<std::unique_ptr<SqliteStore>> store = SqliteStore::Open(file, {});
    ASSERT_TRUE(store.ok()) << store.status();
    FinishScript(**store, interrupted.returned, dumps_);
  }
  EXPECT_GT(operations, 2 * static_cast<int64_t>(Script().size()));
}

}  // namespace
}  // namespace benchcell
