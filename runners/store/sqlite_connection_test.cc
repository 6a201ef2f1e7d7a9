#include "runners/store/sqlite_connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace benchcell::sqlite {
namespace {

using testing::HasSubstr;

class SqliteConnectionTest : public testing::Test {
 protected:
  SqliteConnectionTest() {
    std::filesystem::remove(file_);
    connection_ = *Connection::Open(file_, {.busy_timeout = absl::ZeroDuration()});
    EXPECT_TRUE(connection_->Execute("CREATE TABLE t (i INTEGER, s TEXT, b BLOB) STRICT").ok());
  }
  ~SqliteConnectionTest() override {
    connection_.reset();
    std::filesystem::remove(file_);
  }

  absl::Status Insert(int64_t i) {
    return connection_->Prepare("INSERT INTO t VALUES (?, '', x'')").Int(i).Run();
  }
  int64_t Count() { return *connection_->QueryInt("SELECT count(*) FROM t"); }

  const std::string file_ = testing::TempDir() + "/connection.db";
  std::unique_ptr<Connection> connection_;
};

TEST_F(SqliteConnectionTest, ValuesComeBack) {
  const std::string text = "'\"\n\xf0\x9f\x90\x8c";
  const std::string blob("\0\xff\0", 3);
  ASSERT_TRUE(connection_->Prepare("INSERT INTO t VALUES (?, ?, ?)")
                  .Int(-1234567890123)
                  .Text(text)
                  .Blob(blob)
                  .Run()
                  .ok());
  Statement row = connection_->Prepare("SELECT i, s, b FROM t");
  ASSERT_TRUE(*row.Step());
  EXPECT_EQ(row.GetInt(0), -1234567890123);
  EXPECT_EQ(row.GetText(1), text);
  EXPECT_EQ(row.GetBlob(2), blob);
  EXPECT_FALSE(*row.Step());
}

TEST_F(SqliteConnectionTest, EmptyValuesAreNotNull) {
  ASSERT_TRUE(connection_->Prepare("INSERT INTO t VALUES (0, ?, ?)")
                  .Text(std::string_view())
                  .Blob(std::string_view())
                  .Run()
                  .ok());
  EXPECT_EQ(*connection_->QueryInt(
                "SELECT count(*) FROM t WHERE s IS NOT NULL AND b IS NOT NULL AND length(b) = 0"),
            1);
}

TEST_F(SqliteConnectionTest, ErrorsOfPreparingAndBindingComeOutOfTheStep) {
  EXPECT_EQ(connection_->Prepare("SELECT * FROM none").Run().code(), absl::StatusCode::kInternal);
  const absl::Status status = connection_->Prepare("SELECT ?").Int(1).Int(2).Text("x").Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr("SELECT ?"));
}

TEST_F(SqliteConnectionTest, SameStatementCanBeInUseTwice) {
  ASSERT_TRUE(Insert(1).ok());
  ASSERT_TRUE(Insert(2).ok());
  const std::string sql = "SELECT i FROM t WHERE i > ? ORDER BY i";
  for (int turn = 0; turn < 2; ++turn) {
    Statement outer = connection_->Prepare(sql);
    ASSERT_TRUE(*outer.Int(0).Step());
    Statement inner = connection_->Prepare(sql);
    ASSERT_TRUE(*inner.Int(1).Step());
    EXPECT_EQ(outer.GetInt(0), 1);
    EXPECT_EQ(inner.GetInt(0), 2);
  }
}

TEST_F(SqliteConnectionTest, QueryWithoutARowIsAnError) {
  EXPECT_EQ(connection_->QueryInt("SELECT i FROM t").status().code(), absl::StatusCode::kInternal);
}

TEST_F(SqliteConnectionTest, TransactionIsUndoneUnlessCommitted) {
  {
    Transaction transaction(*connection_, Transaction::Kind::kWrite);
    ASSERT_TRUE(transaction.status().ok());
    ASSERT_TRUE(Insert(1).ok());
    EXPECT_TRUE(connection_->InTransaction());
  }
  EXPECT_FALSE(connection_->InTransaction());
  EXPECT_EQ(Count(), 0);
  {
    Transaction transaction(*connection_, Transaction::Kind::kWrite);
    ASSERT_TRUE(Insert(1).ok());
    ASSERT_TRUE(transaction.Commit().ok());
  }
  EXPECT_EQ(Count(), 1);
}

TEST_F(SqliteConnectionTest, SavepointUndoesItselfAlone) {
  Transaction transaction(*connection_, Transaction::Kind::kWrite);
  {
    Transaction kept(*connection_, Transaction::Kind::kSavepoint);
    ASSERT_TRUE(Insert(1).ok());
    ASSERT_TRUE(kept.Commit().ok());
  }
  {
    Transaction undone(*connection_, Transaction::Kind::kSavepoint);
    ASSERT_TRUE(Insert(2).ok());
  }
  ASSERT_TRUE(transaction.Commit().ok());
  EXPECT_EQ(*connection_->QueryInt("SELECT sum(i) FROM t"), 1);
}

TEST_F(SqliteConnectionTest, TransactionInsideOfOneSaysSoAndLeavesTheOuterOne) {
  Transaction outer(*connection_, Transaction::Kind::kWrite);
  {
    Transaction inner(*connection_, Transaction::Kind::kWrite);
    EXPECT_FALSE(inner.status().ok());
    EXPECT_FALSE(inner.Commit().ok());
  }
  EXPECT_TRUE(connection_->InTransaction());
}

TEST_F(SqliteConnectionTest, LockOfAnotherConnectionIsUnavailable) {
  const std::unique_ptr<Connection> other = *Connection::Open(file_, {});
  Transaction holds(*other, Transaction::Kind::kWrite);
  ASSERT_TRUE(holds.status().ok());
  Transaction transaction(*connection_, Transaction::Kind::kWrite);
  EXPECT_EQ(transaction.status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(SqliteConnectionTest, FullDatabaseIsResourceExhausted) {
  ASSERT_TRUE(connection_->Execute("PRAGMA max_page_count = 3").ok());
  const std::string blob(100'000, 'x');
  EXPECT_EQ(connection_->Prepare("INSERT INTO t VALUES (0, '', ?)").Blob(blob).Run().code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace benchcell::sqlite
