#include "runners/store/postgres_listener.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runners/store/postgres_migrations.h"
#include "runners/store/postgres_schema.h"
#include "runners/store/postgres_server.h"

namespace benchcell::postgres {
namespace {

constexpr absl::Duration kLong = absl::Seconds(60);

class PostgresListenerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = created->release();
    const auto connection = *Open("one");
    ASSERT_TRUE(Migrate(*connection, {"one", Migrations()}, kLong, nullptr).ok());
    const auto other = *Open("other");
    ASSERT_TRUE(Migrate(*other, {"other", Migrations()}, kLong, nullptr).ok());
  }
  static void TearDownTestSuite() { delete server_; }

  static absl::StatusOr<std::unique_ptr<Connection>> Open(const std::string& schema) {
    return Connection::Open(*Uri::Parse(server_->Uri()), {.schema = schema});
  }
  static Listener::Connect In(const std::string& schema) {
    return [schema] { return Open(schema); };
  }

  static PostgresServer* server_;
};

PostgresServer* PostgresListenerTest::server_ = nullptr;

TEST_F(PostgresListenerTest, HearsWhatOthersTell) {
  Changes changes;
  Changes others;
  const Listener listener(In("one"), changes);
  Listener other(In("one"), others);
  // It listens.
  uint64_t seen = changes.Await(1, kLong);
  EXPECT_GT(seen, 1);
  EXPECT_GT(others.Await(1, kLong), 1);
  for (int i = 0; i < 3; ++i) {
    other.Tell();
    const uint64_t newest = changes.Await(seen, kLong);
    EXPECT_GT(newest, seen);
    seen = newest;
  }
}

TEST_F(PostgresListenerTest, ManyChangesAreToldTogether) {
  Changes changes;
  Changes others;
  const Listener listener(In("one"), changes);
  Listener other(In("one"), others);
  const uint64_t seen = changes.Await(1, kLong);
  ASSERT_GT(others.Await(1, kLong), 1);
  for (int i = 0; i < 10'000; ++i) other.Tell();
  EXPECT_GT(changes.Await(seen, kLong), seen);
  EXPECT_LT(changes.Await(0, kLong), seen + 5'000);
}

TEST_F(PostgresListenerTest, WhatIsToldLastIsToldAtTheEnd) {
  Changes changes;
  const Listener listener(In("one"), changes);
  const uint64_t seen = changes.Await(1, kLong);
  {
    Changes others;
    Listener other(In("one"), others);
    ASSERT_GT(others.Await(1, kLong), 1);
    other.Tell();
  }
  EXPECT_GT(changes.Await(seen, kLong), seen);
}

TEST_F(PostgresListenerTest, SchemasDoNotHearEachOther) {
  Changes changes;
  Changes others;
  const Listener listener(In("one"), changes);
  Listener other(In("other"), others);
  const uint64_t seen = changes.Await(1, kLong);
  const uint64_t others_seen = others.Await(1, kLong);
  ASSERT_GT(others_seen, 1);
  other.Tell();
  // Another listener of the other schema has heard it.
  Changes witness;
  const Listener third(In("other"), witness);
  ASSERT_GT(witness.Await(1, kLong), 1);
  other.Tell();
  ASSERT_GT(witness.Await(2, kLong), 2);
  EXPECT_EQ(changes.Await(seen, absl::ZeroDuration()), seen);
}

TEST_F(PostgresListenerTest, ComesBackAfterTheServerDidAndSaysThatSomethingMayBeMissed) {
  Changes changes;
  Listener listener(In("one"), changes);
  uint64_t seen = changes.Await(1, kLong);
  server_->Kill();
  listener.Tell();
  ASSERT_TRUE(server_->Start().ok());
  const uint64_t newest = changes.Await(seen, kLong);
  EXPECT_GT(newest, seen);
  ASSERT_TRUE(server_->Execute("NOTIFY one").ok());
  EXPECT_GT(changes.Await(newest, kLong), newest);
}

TEST_F(PostgresListenerTest, EndsWhileTheServerIsAway) {
  Changes changes;
  ASSERT_TRUE(server_->Stop().ok());
  { const Listener listener(In("one"), changes); }
  EXPECT_EQ(changes.Await(0, kLong), 1);
  ASSERT_TRUE(server_->Start().ok());
}

}  // namespace
}  // namespace benchcell::postgres
