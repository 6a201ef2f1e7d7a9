// The PostgreSQL store under the tests of every store.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runners/store/postgres_server.h"
#include "runners/store/postgres_store.h"
#include "runners/store/store_conformance.h"

namespace benchcell {
namespace {

// One server for all tests; each database of a test is a schema.
class Server final : public testing::Environment {
 public:
  void SetUp() override {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    instance() = *std::move(created);
  }
  void TearDown() override { instance().reset(); }

  static std::unique_ptr<PostgresServer>& instance() {
    static auto* const server = new std::unique_ptr<PostgresServer>();
    return *server;
  }
};

const auto* const kServer = testing::AddGlobalTestEnvironment(new Server);

class PostgresDatabase final : public TestDatabase {
 public:
  PostgresDatabase() {
    static int number = 0;
    schema_ = "Test " + std::to_string(++number);
  }
  ~PostgresDatabase() override {
    const absl::Status status =
        Server::instance()->Execute("DROP SCHEMA IF EXISTS \"" + schema_ + "\" CASCADE");
    EXPECT_TRUE(status.ok()) << status;
  }

  absl::StatusOr<std::unique_ptr<Store>> Open(WriteHook* hook) override {
    return PostgresStore::Open(Server::instance()->Uri(), {.schema = schema_, .hook = hook});
  }

 private:
  std::string schema_;
};

INSTANTIATE_TEST_SUITE_P(Postgres, StoreConformance,
                         testing::Values(StoreBackend{
                             .name = "Postgres",
                             .create = [] { return std::make_unique<PostgresDatabase>(); },
                         }),
                         BackendName);

}  // namespace
}  // namespace benchcell
