#include "runners/store/postgres_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runners/base/status_macros.h"
#include "runners/store/postgres_server.h"

namespace benchcell::postgres {
namespace {

using testing::HasSubstr;

class PostgresPoolTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = created->release();
    ASSERT_TRUE(server_->Execute("CREATE SCHEMA pool; CREATE TABLE pool.t (i BIGINT)").ok());
  }
  static void TearDownTestSuite() { delete server_; }
  PostgresPoolTest() { EXPECT_TRUE(server_->Execute("TRUNCATE pool.t").ok()); }

  // Fails as `refusal` says as long as there are refusals left.
  absl::StatusOr<std::unique_ptr<Connection>> Connect() {
    ++connects_;
    if (refusals_ > 0) {
      --refusals_;
      return refusal_;
    }
    return Connection::Open(*Uri::Parse(server_->Uri()), {.schema = "pool"});
  }
  std::unique_ptr<Pool> NewPool(const Pool::Options& options) {
    return std::make_unique<Pool>([this] { return Connect(); }, options);
  }
  static absl::Status Insert(Connection& connection) {
    return connection.Run("INSERT INTO t VALUES (1)", Params()).status();
  }
  static absl::Status Raise(Connection& connection, const std::string& state) {
    return connection.Execute("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '" + state +
                              "'; END $$");
  }
  // Ends the connection under whoever uses it.
  static absl::Status Die(Connection& connection) {
    return connection.Execute("SELECT pg_terminate_backend(pg_backend_pid())");
  }
  static int64_t Rows() { return *server_->QueryInt("SELECT count(*) FROM pool.t"); }

  static PostgresServer* server_;
  std::atomic<int> connects_ = 0;
  std::atomic<int> refusals_ = 0;
  absl::Status refusal_ = absl::UnavailableError("away");
};

PostgresServer* PostgresPoolTest::server_ = nullptr;

TEST_F(PostgresPoolTest, ConnectionIsUsedAgain) {
  const auto pool = NewPool({});
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(pool->Write(Insert).ok());
  EXPECT_EQ(Rows(), 5);
  EXPECT_EQ(connects_, 1);
  EXPECT_EQ(pool->size(), 1);
}

TEST_F(PostgresPoolTest, ThereAreNeverMoreThanAllowed) {
  const auto pool = NewPool({.max_connections = 2});
  std::vector<std::thread> threads;
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      EXPECT_TRUE(pool->Read([&](Connection& connection) {
                        const int now = ++inside;
                        for (int seen = most;
                             now > seen && !most.compare_exchange_weak(seen, now);) {
                        }
                        const absl::Status status = connection.Execute("SELECT pg_sleep(0.01)");
                        --inside;
                        return status;
                      })
                      .ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2);
  EXPECT_LE(connects_, 2);
}

TEST_F(PostgresPoolTest, CallThatGetsNoTurnIsUnavailable) {
  const auto pool = NewPool({.max_connections = 1, .turn_timeout = absl::Milliseconds(1)});
  EXPECT_TRUE(pool->Read([&](Connection&) {
                    const absl::Status status = pool->Write(Insert);
                    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
                    EXPECT_THAT(std::string(status.message()), HasSubstr("all 1 connections"));
                    return absl::OkStatus();
                  })
                  .ok());
  EXPECT_TRUE(pool->Write(Insert).ok());
}

TEST_F(PostgresPoolTest, ServerThatIsAwayIsWaitedForAndThenNotForEveryCall) {
  const auto pool = NewPool({.patience = absl::Milliseconds(200)});
  refusals_ = 2;
  EXPECT_TRUE(pool->Write(Insert).ok());
  EXPECT_EQ(connects_, 3);

  const auto impatient = NewPool({.patience = absl::Milliseconds(200)});
  refusals_ = 1'000'000;
  EXPECT_EQ(impatient->Write(Insert).code(), absl::StatusCode::kUnavailable);
  // The patience is used up: one attempt for each call.
  for (int i = 0; i < 3; ++i) {
    const int before = connects_;
    EXPECT_EQ(impatient->Write(Insert).code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(connects_, before + 1);
  }
  EXPECT_EQ(impatient->size(), 0);
  refusals_ = 0;
  EXPECT_TRUE(impatient->Write(Insert).ok());
}

TEST_F(PostgresPoolTest, RefusalThatWillNotPassIsReturnedAtOnce) {
  refusal_ = absl::PermissionDeniedError("password");
  refusals_ = 1;
  const auto pool = NewPool({.patience = absl::Hours(1)});
  EXPECT_EQ(pool->Write(Insert).code(), absl::StatusCode::kPermissionDenied);
  EXPECT_TRUE(pool->Write(Insert).ok());
}

TEST_F(PostgresPoolTest, ConflictIsTriedAgain) {
  for (const std::string state : {"40001", "40P01"}) {
    const auto pool = NewPool({});
    int tries = 0;
    EXPECT_TRUE(pool->Write([&](Connection& connection) {
                      return ++tries < 3 ? Raise(connection, state) : Insert(connection);
                    })
                    .ok());
    EXPECT_EQ(tries, 3);
  }
  EXPECT_EQ(Rows(), 2);
}

TEST_F(PostgresPoolTest, ConflictThatStaysIsUnavailableAndOtherErrorsAreNotTriedAgain) {
  const auto pool = NewPool({});
  int tries = 0;
  EXPECT_EQ(pool->Write([&](Connection& connection) {
                  ++tries;
                  return Raise(connection, "40001");
                })
                .code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(tries, 10);
  // Not a conflict, although the same connection had one.
  tries = 0;
  EXPECT_EQ(pool->Write([&](Connection&) {
                  ++tries;
                  return absl::AbortedError("no");
                })
                .code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(tries, 1);
}

TEST_F(PostgresPoolTest, ReadWhoseConnectionIsLostIsTriedAgain) {
  const auto pool = NewPool({});
  int tries = 0;
  EXPECT_TRUE(pool->Read([&](Connection& connection) {
                    return ++tries == 1 ? Die(connection) : connection.Execute("SELECT 1");
                  })
                  .ok());
  EXPECT_EQ(tries, 2);
}

TEST_F(PostgresPoolTest, WriteWhoseConnectionIsLostIsNot) {
  const auto pool = NewPool({});
  int tries = 0;
  const absl::Status status = pool->Write([&](Connection& connection) {
    ++tries;
    return Die(connection);
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("may have happened or not"));
  EXPECT_EQ(tries, 1);
  EXPECT_TRUE(pool->Write(Insert).ok());
}

TEST_F(PostgresPoolTest, ConnectionLostWhileIdleIsReplaced) {
  const auto pool = NewPool({});
  ASSERT_TRUE(pool->Write(Insert).ok());
  ASSERT_TRUE(server_->Stop().ok());
  ASSERT_TRUE(server_->Start().ok());
  EXPECT_TRUE(pool->Write(Insert).ok());
  EXPECT_EQ(Rows(), 2);
}

// Notes what is committed when it is told.
class Witness final : public WriteHook {
 public:
  explicit Witness(PostgresServer& server) : server_(server) {}
  void BeforeCommit() override { before.push_back(*server_.QueryInt(kRows)); }
  void AfterCommit() override { after.push_back(*server_.QueryInt(kRows)); }
  std::vector<int64_t> before;
  std::vector<int64_t> after;

 private:
  static constexpr char kRows[] = "SELECT count(*) FROM pool.t";
  PostgresServer& server_;
};

TEST_F(PostgresPoolTest, HookStandsBetweenTheStatementAndItsCommit) {
  Witness witness(*server_);
  const auto pool = NewPool({.hook = &witness});
  ASSERT_TRUE(pool->Write(Insert).ok());
  ASSERT_TRUE(pool->Write(Insert).ok());
  // Work that fails undoes itself, and the hook hears nothing.
  EXPECT_EQ(pool->Write([](Connection& connection) -> absl::Status {
                  RETURN_IF_ERROR(Insert(connection));
                  return absl::AbortedError("no");
                })
                .code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(witness.before, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(witness.after, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(Rows(), 2);
}

TEST_F(PostgresPoolTest, ConflictIsTriedAgainWithAHookToo) {
  Witness witness(*server_);
  const auto pool = NewPool({.hook = &witness});
  int tries = 0;
  EXPECT_TRUE(pool->Write([&](Connection& connection) {
                    return ++tries == 1 ? Raise(connection, "40P01") : Insert(connection);
                  })
                  .ok());
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(witness.after, std::vector<int64_t>{1});
}

}  // namespace
}  // namespace benchcell::postgres
