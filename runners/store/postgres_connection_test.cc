#include "runners/store/postgres_connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <memory>
#include <string>
#include <vector>

#include "runners/store/postgres_server.h"

namespace benchcell::postgres {
namespace {

using testing::HasSubstr;
using testing::Not;

class PostgresConnectionTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = created->release();
  }
  static void TearDownTestSuite() { delete server_; }

  static absl::StatusOr<std::unique_ptr<Connection>> Open(const std::string& uri,
                                                          const ConnectionOptions& options = {}) {
    return Connection::Open(*Uri::Parse(uri), options);
  }
  static std::unique_ptr<Connection> Open() { return *Open(server_->Uri()); }

  static std::string Show(Connection& connection, const std::string& setting) {
    return connection.Run("SELECT current_setting($1)", Params().Text(setting))->Text(0, 0);
  }

  static PostgresServer* server_;
};

PostgresServer* PostgresConnectionTest::server_ = nullptr;

TEST_F(PostgresConnectionTest, ValuesComeBackAsTheyWere) {
  const auto connection = Open();
  const std::string bytes("\0\xff'\\", 4);
  const Result row = *connection->Run("SELECT $1, $2, $3, $4[2], $5[1], cardinality($6), $7",
                                      Params()
                                          .Int(-5)
                                          .Text("\xf0\x9f\x90\x8c'")
                                          .Blob(bytes)
                                          .Ints({7, -8})
                                          .Texts({""})
                                          .Blobs({})
                                          .Text(""));
  EXPECT_EQ(row.Int(0, 0), -5);
  EXPECT_EQ(row.Text(0, 1), "\xf0\x9f\x90\x8c'");
  EXPECT_EQ(row.Text(0, 2), bytes);
  EXPECT_EQ(row.Int(0, 3), -8);
  EXPECT_FALSE(row.IsNull(0, 4));
  EXPECT_EQ(row.Int(0, 5), 0);
  EXPECT_FALSE(row.IsNull(0, 6));
}

TEST_F(PostgresConnectionTest, SessionIsDurableAndHasTimeouts) {
  const auto connection = *Open(server_->Uri() + "&options=-csynchronous_commit%3Doff",
                                {.schema = "a\"b", .statement_timeout = absl::Seconds(7)});
  EXPECT_EQ(Show(*connection, "synchronous_commit"), "on");
  EXPECT_EQ(Show(*connection, "statement_timeout"), "7s");
  EXPECT_EQ(Show(*connection, "lock_timeout"), "7s");
  EXPECT_EQ(Show(*connection, "idle_in_transaction_session_timeout"), "14s");
  EXPECT_EQ(Show(*connection, "client_encoding"), "UTF8");
  EXPECT_EQ(Show(*connection, "search_path"), "\"a\"\"b\"");
}

TEST_F(PostgresConnectionTest, FailedStatementIsAStatusAndTheConnectionGoesOn) {
  const auto connection = Open();
  const absl::Status status = connection->Run("SELECT 1/0", Params()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr("division by zero"));
  EXPECT_EQ(connection->state(), "22012");
  EXPECT_FALSE(connection->Lost());
  EXPECT_FALSE(connection->Run("SELEC", Params()).ok());
  EXPECT_FALSE(connection->Execute("SELECT 1; SELECT 1/0; SELECT 2").ok());
  EXPECT_TRUE(connection->Execute("").ok());
  EXPECT_EQ(connection->Run("SELECT 3", Params())->Int(0, 0), 3);
  EXPECT_EQ(connection->state(), "22012");
  connection->ForgetState();
  EXPECT_EQ(connection->state(), "");
}

// The rows of the statement are sent before its constraint is checked.
TEST_F(PostgresConnectionTest, FailureOfTheCommitIsTheStatements) {
  const auto connection = Open();
  ASSERT_TRUE(connection
                  ->Execute("CREATE TEMP TABLE t (i BIGINT UNIQUE DEFERRABLE INITIALLY "
                            "DEFERRED); INSERT INTO t VALUES (1)")
                  .ok());
  EXPECT_FALSE(connection->Run("INSERT INTO t VALUES (1) RETURNING i", Params()).ok());
  EXPECT_EQ(connection->state(), "23505");
  EXPECT_EQ(connection->Run("SELECT count(*) FROM t", Params())->Int(0, 0), 1);
}

TEST_F(PostgresConnectionTest, StatementThatTakesTooLongIsGivenUp) {
  const auto connection = *Open(server_->Uri(), {.statement_timeout = absl::Milliseconds(50)});
  const absl::Status status = connection->Run("SELECT 1 FROM pg_sleep(60)", Params()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  EXPECT_EQ(connection->state(), "57014");
  EXPECT_FALSE(connection->Lost());
}

TEST_F(PostgresConnectionTest, ServerThatSaysNothingIsTakenForLost) {
  const auto connection = *Open(server_->Uri(), {.statement_timeout = absl::Milliseconds(50)});
  server_->Freeze();
  const absl::Status status = connection->Run("SELECT 1", Params()).status();
  const absl::Status connecting =
      Open(server_->Uri(), {.connect_timeout = absl::Milliseconds(50)}).status();
  server_->Thaw();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("no answer in time"));
  EXPECT_TRUE(connection->Lost());
  EXPECT_EQ(connecting.code(), absl::StatusCode::kUnavailable) << connecting;
}

TEST_F(PostgresConnectionTest, IdleConnectionFindsOutThatItIsLost) {
  const auto connection = Open();
  EXPECT_FALSE(connection->Lost());
  ASSERT_TRUE(server_
                  ->Execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
                            "pg_backend_pid() AND backend_type = 'client backend'")
                  .ok());
  while (!connection->Lost()) poll(nullptr, 0, 1);
  EXPECT_EQ(connection->Run("SELECT 1", Params()).status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(PostgresConnectionTest, ConnectionThatFailsSaysWhy) {
  ASSERT_TRUE(server_->Execute("CREATE ROLE guarded LOGIN PASSWORD 's3cret'").ok());
  ASSERT_TRUE(server_->Execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0").ok());
  EXPECT_TRUE(Open(server_->GuardedUri("s3cret")).ok());
  struct Case {
    std::string uri;
    absl::StatusCode code;
    std::string words;
  };
  const std::vector<Case> cases = {
      {server_->GuardedUri("wr0ng"), absl::StatusCode::kPermissionDenied, "authentication failed"},
      {server_->Uri("none"), absl::StatusCode::kFailedPrecondition, "createdb"},
      {server_->Uri("latin"), absl::StatusCode::kFailedPrecondition, "LATIN1"},
      {"postgres://u:wr0ng@/d?host=/nowhere", absl::StatusCode::kUnavailable, "/nowhere"},
      {"postgres://u:wr0ng@127.0.0.1:1/d", absl::StatusCode::kUnavailable, "127.0.0.1"},
  };
  for (const Case& each : cases) {
    const absl::Status status = Open(each.uri).status();
    EXPECT_EQ(status.code(), each.code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(each.words));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("wr0ng")));
  }
}

TEST_F(PostgresConnectionTest, TooManyClientsIsUnavailable) {
  std::vector<std::unique_ptr<Connection>> open;
  ASSERT_TRUE(
      server_->Execute("DROP ROLE IF EXISTS few; CREATE ROLE few LOGIN CONNECTION LIMIT 1").ok());
  const std::string uri = "postgres://few@/postgres?host=" + server_->folder().string();
  const auto first = Open(uri);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(Open(uri).status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(PostgresConnectionTest, NotificationsOfOthersAreHeard) {
  const auto one = Open();
  const auto other = Open();
  ASSERT_TRUE(one->Execute("LISTEN c; NOTIFY c").ok());
  EXPECT_FALSE(one->TakeNotifications());
  ASSERT_TRUE(other->Execute("NOTIFY c").ok());
  bool heard = false;
  while (!heard) {
    pollfd socket = {.fd = one->socket(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(poll(&socket, 1, 60'000), 1);
    ASSERT_FALSE(one->Lost());
    heard = one->TakeNotifications();
  }
  EXPECT_FALSE(one->TakeNotifications());
}

TEST_F(PostgresConnectionTest, MoreThanTheProtocolCarriesIsRefusedAtOnce) {
  const auto connection = Open();
  const std::string much(600 << 20, 'x');
  EXPECT_EQ(connection->Run("SELECT length($1), length($2)", Params().Blob(much).Blob(much))
                .status()
                .code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(connection->Lost());
}

}  // namespace
}  // namespace benchcell::postgres
