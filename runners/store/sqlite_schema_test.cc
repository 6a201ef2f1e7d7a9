#include "runners/store/sqlite_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace benchcell::sqlite {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kOne = {"CREATE TABLE a (i INTEGER) STRICT"};
const std::vector<std::string> kThree = {kOne[0], "INSERT INTO a VALUES (2)",
                                         "INSERT INTO a VALUES (3)"};

class CountingHook final : public WriteHook {
 public:
  void BeforeCommit() override { ++before; }
  void AfterCommit() override { ++after; }
  int before = 0;
  int after = 0;
};

class SqliteSchemaTest : public testing::Test {
 protected:
  SqliteSchemaTest() {
    std::filesystem::remove(file_);
    connection_ = *Connection::Open(file_, {});
  }
  ~SqliteSchemaTest() override {
    connection_.reset();
    std::filesystem::remove(file_);
  }

  int64_t Version() { return *connection_->QueryInt("PRAGMA user_version"); }

  const std::string file_ = testing::TempDir() + "/schema.db";
  std::unique_ptr<Connection> connection_;
};

TEST_F(SqliteSchemaTest, DoesEachMigrationOnceInOrder) {
  ASSERT_TRUE(Migrate(*connection_, kOne, nullptr).ok());
  EXPECT_EQ(Version(), 1);
  ASSERT_TRUE(Migrate(*connection_, kThree, nullptr).ok());
  ASSERT_TRUE(Migrate(*connection_, kThree, nullptr).ok());
  EXPECT_EQ(Version(), 3);
  EXPECT_EQ(*connection_->QueryInt("SELECT sum(i) FROM a"), 5);
}

TEST_F(SqliteSchemaTest, FailedMigrationLeavesTheOldVersion) {
  ASSERT_TRUE(Migrate(*connection_, kOne, nullptr).ok());
  std::vector<std::string> broken = kThree;
  broken[2] = "INSERT INTO none VALUES (3)";
  const absl::Status status = Migrate(*connection_, broken, nullptr);
  EXPECT_THAT(std::string(status.message()), HasSubstr("migrating the schema to version 3"));
  EXPECT_EQ(Version(), 1);
  EXPECT_EQ(*connection_->QueryInt("SELECT count(*) FROM a"), 0);
  EXPECT_TRUE(Migrate(*connection_, kThree, nullptr).ok());
}

TEST_F(SqliteSchemaTest, NewerSchemaIsRefusedAndSaysWhatToDo) {
  ASSERT_TRUE(Migrate(*connection_, kThree, nullptr).ok());
  for (const absl::Status& status :
       {CheckSchema(*connection_, kOne), Migrate(*connection_, kOne, nullptr)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr("has version 3"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("knows up to 1"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("newer benchcell"));
  }
  EXPECT_EQ(Version(), 3);
}

TEST_F(SqliteSchemaTest, DatabaseOfAnotherProgramIsRefused) {
  ASSERT_TRUE(connection_->Execute("CREATE TABLE theirs (i INTEGER)").ok());
  const absl::Status status = Migrate(*connection_, kOne, nullptr);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("another program"));
  EXPECT_EQ(Version(), 0);
}

TEST_F(SqliteSchemaTest, HookIsToldOfMigrationsThatWrite) {
  CountingHook hook;
  ASSERT_TRUE(Migrate(*connection_, kThree, &hook).ok());
  ASSERT_TRUE(Migrate(*connection_, kThree, &hook).ok());
  EXPECT_EQ(hook.before, 1);
  EXPECT_EQ(hook.after, 1);
}

TEST_F(SqliteSchemaTest, OurOwnMigrationsWork) {
  ASSERT_TRUE(Migrate(*connection_, Migrations(), nullptr).ok());
  EXPECT_EQ(Version(), static_cast<int64_t>(Migrations().size()));
  EXPECT_EQ(*connection_->QueryInt("SELECT token FROM fencing"), 0);
}

TEST_F(SqliteSchemaTest, RecordsOfTheFirstVersionAreKept) {
  ASSERT_TRUE(connection_->Execute("PRAGMA foreign_keys = ON").ok());
  ASSERT_TRUE(Migrate(*connection_, {Migrations()[0]}, nullptr).ok());
  ASSERT_TRUE(connection_
                  ->Execute("INSERT INTO run VALUES (1, 'r', 'd', 'e', 0, 0, 1, x''); "
                            "INSERT INTO block (run, cell, round, position, lease_expires, "
                            "payload) VALUES (1, 2, 3, 0, 0, x''); "
                            "INSERT INTO record VALUES (1, 2, 3, 4, 5, 0, x'61'), "
                            "(1, 2, 3, 4, 5, 1, x'62')")
                  .ok());
  ASSERT_TRUE(Migrate(*connection_, Migrations(), nullptr).ok());
  EXPECT_EQ(Version(), static_cast<int64_t>(Migrations().size()));
  EXPECT_EQ(*connection_->QueryInt("SELECT count(*) FROM record WHERE restarted = 0 AND "
                                   "superseded = (payload = x'62')"),
            2);
  EXPECT_FALSE(connection_->Execute("DELETE FROM block").ok()) << "records still need their block";
}

}  // namespace
}  // namespace benchcell::sqlite
