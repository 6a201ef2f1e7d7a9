// What is SQLite's own of the store: its file. All else is in sqlite_conformance_test.

#include "runners/store/sqlite_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runners/store/sqlite_connection.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SqliteStoreTest : public testing::Test {
 protected:
  SqliteStoreTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~SqliteStoreTest() override { fs::remove_all(folder_); }

  absl::StatusOr<std::unique_ptr<SqliteStore>> Open() {
    return SqliteStore::Open(file_, {.busy_timeout = absl::Milliseconds(1)});
  }

  // A connection of another program to the same file.
  std::unique_ptr<sqlite::Connection> Connect() { return *sqlite::Connection::Open(file_, {}); }

  void ExpectRefused(absl::StatusCode code, const std::string& words) {
    const absl::Status status = Open().status();
    EXPECT_EQ(status.code(), code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(file_.string()));
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  fs::path file_ = folder_ / "store.db";
};

TEST_F(SqliteStoreTest, MakesTheFoldersAndUsesAWriteAheadLog) {
  file_ = folder_ / "not" / "there" / "yet" / "store.db";
  const auto store = Open();
  ASSERT_TRUE(store.ok()) << store.status();
  const auto connection = Connect();
  sqlite::Statement mode = connection->Prepare("PRAGMA journal_mode");
  ASSERT_TRUE(*mode.Step());
  EXPECT_EQ(mode.GetText(0), "wal");
  EXPECT_TRUE(fs::exists(file_.string() + "-wal"));
}

TEST_F(SqliteStoreTest, HasNoClockBesideThisMachines) {
  EXPECT_EQ(*(*Open())->SharedTime(), std::nullopt);
}

TEST_F(SqliteStoreTest, ClosedStoreIsOneFile) {
  ASSERT_TRUE((*Open())->CreateRun(SampleRun("r")).ok());
  EXPECT_TRUE(fs::exists(file_));
  EXPECT_FALSE(fs::exists(file_.string() + "-wal"));
}

TEST_F(SqliteStoreTest, FolderThatCannotBeMadeIsNamed) {
  std::ofstream(folder_ / "file") << "x";
  file_ = folder_ / "file" / "store.db";
  const absl::Status status = Open().status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr((folder_ / "file").string()));
}

TEST_F(SqliteStoreTest, FolderInThePlaceOfTheFileIsRefused) {
  fs::create_directory(file_);
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "Expected a file");
}

TEST_F(SqliteStoreTest, NameThatIsNoFileIsRefused) {
  EXPECT_EQ(CodeOf(SqliteStore::Open("", {})), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf(SqliteStore::Open(folder_ / "", {})), absl::StatusCode::kInvalidArgument);
}

TEST_F(SqliteStoreTest, OddFileNamesAreFiles) {
  for (const std::string name : {":memory:", "file:x?mode=memory", "a b'\"\n.db"}) {
    file_ = folder_ / name;
    ASSERT_TRUE((*Open())->CreateRun(SampleRun("r")).ok());
    EXPECT_TRUE(fs::exists(file_)) << name;
    EXPECT_EQ((*Open())->ListRuns()->size(), 1);
  }
}

TEST_F(SqliteStoreTest, FileThatIsNoDatabaseIsDataLoss) {
  std::ofstream(file_) << std::string(10'000, 'x');
  ExpectRefused(absl::StatusCode::kDataLoss, "move it away");
}

TEST_F(SqliteStoreTest, DamagedDatabaseIsDataLoss) {
  ASSERT_TRUE((*Open())->CreateRun(SampleRun("r", 500)).ok());
  const auto size = static_cast<std::streamoff>(fs::file_size(file_));
  std::fstream damage(file_, std::ios::in | std::ios::out | std::ios::binary);
  // All but the page that holds the header and the list of tables.
  damage.seekp(4096);
  damage << std::string(size - 4096, '\x5a');
  damage.close();
  const auto store = Open();
  ASSERT_TRUE(store.ok()) << store.status();
  const absl::Status status = (*store)->LoadRun("r").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(file_.string()));
}

TEST_F(SqliteStoreTest, NewerSchemaIsRefused) {
  ASSERT_TRUE(Open().ok());
  ASSERT_TRUE(Connect()->Execute("PRAGMA user_version = 1000").ok());
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "newer benchcell");
}

TEST_F(SqliteStoreTest, DatabaseOfAnotherProgramIsRefusedAndLeftAlone) {
  ASSERT_TRUE(Connect()->Execute("CREATE TABLE theirs (i INTEGER)").ok());
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "another program");
  EXPECT_EQ(*Connect()->QueryInt("PRAGMA user_version"), 0);
  EXPECT_EQ(*Connect()->QueryInt("SELECT count(*) FROM sqlite_master"), 1);
  const auto connection = Connect();
  sqlite::Statement mode = connection->Prepare("PRAGMA journal_mode");
  ASSERT_TRUE(*mode.Step());
  EXPECT_EQ(mode.GetText(0), "delete");
}

TEST_F(SqliteStoreTest, ReadsGoOnAndWritesAreUnavailableWhileAnotherProcessWrites) {
  const auto store = Open();
  ASSERT_TRUE((*store)->CreateRun(SampleRun("r")).ok());
  const auto other = Connect();
  sqlite::Transaction writes(*other, sqlite::Transaction::Kind::kWrite);
  ASSERT_TRUE(writes.status().ok());
  EXPECT_TRUE((*store)->LoadRun("r").ok());
  EXPECT_TRUE(Open().ok());
  const absl::Status status = (*store)->CreateRun(SampleRun("s"));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("Another process"));
}

TEST_F(SqliteStoreTest, NewFileCanBeOpenedByManyAtOnce) {
  std::vector<absl::Status> results(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto store = SqliteStore::Open(file_, {});
      results[i] = store.ok() ? (*store)->CreateRun(SampleRun(std::to_string(i))) : store.status();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& status : results) EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ((*Open())->ListRuns()->size(), results.size());
}

}  // namespace
}  // namespace benchcell
