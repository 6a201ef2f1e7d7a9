#include "runners/store/postgres_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runners/store/postgres_migrations.h"
#include "runners/store/postgres_server.h"

namespace benchcell::postgres {
namespace {

using testing::HasSubstr;

constexpr absl::Duration kLong = absl::Seconds(60);

const std::vector<std::string> kOne = {"CREATE TABLE a (i BIGINT)"};
const std::vector<std::string> kThree = {kOne[0], "INSERT INTO a VALUES (2)",
                                         "INSERT INTO a VALUES (3)"};

class CountingHook final : public WriteHook {
 public:
  void BeforeCommit() override { ++before; }
  void AfterCommit() override { ++after; }
  int before = 0;
  int after = 0;
};

class PostgresSchemaTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = created->release();
  }
  static void TearDownTestSuite() { delete server_; }

  PostgresSchemaTest() : connection_(Open()) {}

  std::unique_ptr<Connection> Open() {
    return *Connection::Open(*Uri::Parse(server_->Uri()), {.schema = name_});
  }
  absl::Status DoMigrate(const std::vector<std::string>& migrations, WriteHook* hook = nullptr) {
    return Migrate(*connection_, {name_, migrations}, kLong, hook);
  }
  int64_t Query(const std::string& sql) { return connection_->Run(sql, Params())->Int(0, 0); }
  int64_t Version() { return Query("SELECT version FROM schema_version"); }
  // Without its share in the lock.
  void Reconnect() {
    connection_.reset();
    connection_ = Open();
  }

  static PostgresServer* server_;
  const std::string name_ = testing::UnitTest::GetInstance()->current_test_info()->name();
  std::unique_ptr<Connection> connection_;
};

PostgresServer* PostgresSchemaTest::server_ = nullptr;

TEST_F(PostgresSchemaTest, DoesEachMigrationOnceInOrder) {
  ASSERT_TRUE(DoMigrate(kOne).ok());
  EXPECT_EQ(Version(), 1);
  Reconnect();
  ASSERT_TRUE(DoMigrate(kThree).ok());
  ASSERT_TRUE(DoMigrate(kThree).ok());
  EXPECT_EQ(Version(), 3);
  EXPECT_EQ(Query("SELECT sum(i)::BIGINT FROM a"), 5);
}

TEST_F(PostgresSchemaTest, FailedMigrationLeavesTheOldVersion) {
  ASSERT_TRUE(DoMigrate(kOne).ok());
  Reconnect();
  std::vector<std::string> broken = kThree;
  broken[2] = "INSERT INTO none VALUES (3)";
  const absl::Status status = DoMigrate(broken);
  EXPECT_THAT(std::string(status.message()), HasSubstr("migrating the schema to version 3"));
  EXPECT_EQ(Version(), 1);
  EXPECT_EQ(Query("SELECT count(*) FROM a"), 0);
  EXPECT_TRUE(DoMigrate(kThree).ok());
}

TEST_F(PostgresSchemaTest, NewerSchemaIsRefusedAndSaysWhatToDo) {
  ASSERT_TRUE(DoMigrate(kThree).ok());
  Reconnect();
  for (const absl::Status& status : {Attach(*connection_, {name_, kOne}), DoMigrate(kOne)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr(name_ + " has version 3"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("knows up to 1"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("newer benchcell"));
  }
  EXPECT_EQ(Version(), 3);
}

TEST_F(PostgresSchemaTest, SchemaOfAnotherProgramIsRefused) {
  ASSERT_TRUE(
      server_->Execute("CREATE SCHEMA \"" + name_ + "\" CREATE TABLE theirs (i INTEGER)").ok());
  const absl::Status status = DoMigrate(kOne);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("another program"));
}

TEST_F(PostgresSchemaTest, EmptySchemaThatIsThereIsUsed) {
  ASSERT_TRUE(server_->Execute("CREATE SCHEMA \"" + name_ + "\"").ok());
  EXPECT_TRUE(DoMigrate(kOne).ok());
  EXPECT_EQ(Version(), 1);
}

TEST_F(PostgresSchemaTest, HookIsToldOfMigrationsThatWrite) {
  CountingHook hook;
  ASSERT_TRUE(DoMigrate(kThree, &hook).ok());
  ASSERT_TRUE(DoMigrate(kThree, &hook).ok());
  EXPECT_EQ(hook.before, 1);
  EXPECT_EQ(hook.after, 1);
}

TEST_F(PostgresSchemaTest, MigrationWaitsForProgramsWithTheOlderSchema) {
  ASSERT_TRUE(DoMigrate(kOne).ok());
  std::unique_ptr<Connection> newer = Open();
  const absl::Status status = Migrate(*newer, {name_, kThree}, absl::ZeroDuration(), nullptr);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("Stop all coordinators first"));
  EXPECT_EQ(Version(), 1);
  std::thread waits([&] { EXPECT_TRUE(Migrate(*newer, {name_, kThree}, kLong, nullptr).ok()); });
  Reconnect();
  waits.join();
  EXPECT_EQ(Version(), 3);
}

TEST_F(PostgresSchemaTest, AttachedConnectionMeansTheSchemaStays) {
  ASSERT_TRUE(DoMigrate(kOne).ok());
  const std::unique_ptr<Connection> second = Open();
  ASSERT_TRUE(Attach(*second, {name_, kOne}).ok());
  Reconnect();
  EXPECT_EQ(Migrate(*connection_, {name_, kThree}, absl::ZeroDuration(), nullptr).code(),
            absl::StatusCode::kUnavailable);
}

TEST_F(PostgresSchemaTest, SchemaThatWentBackIsRefused) {
  ASSERT_TRUE(DoMigrate(kOne).ok());
  const absl::Status status = Attach(*connection_, {name_, kThree});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("went back to version 1"));
}

TEST_F(PostgresSchemaTest, ManyAtOnceMakeItOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      const std::unique_ptr<Connection> each = Open();
      const absl::Status status = Migrate(*each, {name_, kThree}, kLong, nullptr);
      EXPECT_TRUE(status.ok()) << status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Query("SELECT sum(i)::BIGINT FROM a"), 5);
}

TEST_F(PostgresSchemaTest, OurOwnMigrationsWork) {
  ASSERT_TRUE(DoMigrate(Migrations()).ok());
  EXPECT_EQ(Version(), static_cast<int64_t>(Migrations().size()));
  EXPECT_EQ(Query("SELECT count(*) FROM run"), 0);
}

TEST_F(PostgresSchemaTest, RecordsOfTheFirstVersionAreKept) {
  ASSERT_TRUE(DoMigrate({Migrations()[0]}).ok());
  ASSERT_TRUE(connection_
                  ->Execute("INSERT INTO record VALUES (1, 2, 3, 4, 5, FALSE, 'a'), "
                            "(1, 2, 3, 4, 5, TRUE, 'b')")
                  .ok());
  Reconnect();
  ASSERT_TRUE(DoMigrate(Migrations()).ok());
  EXPECT_EQ(Query("SELECT count(*) FROM record WHERE NOT restarted AND "
                  "superseded = (payload = 'b')"),
            2);
}

}  // namespace
}  // namespace benchcell::postgres
