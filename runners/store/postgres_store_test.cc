// What is PostgreSQL's own of the store: the server that goes away and comes back, several
// processes, and the schema. All else is in postgres_conformance_test.

#include "runners/store/postgres_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "runners/store/postgres_connection.h"
#include "runners/store/postgres_server.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

class PostgresStoreTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<PostgresServer>> created = PostgresServer::Create({});
    ASSERT_TRUE(created.ok()) << created.status();
    server_ = created->release();
  }
  static void TearDownTestSuite() { delete server_; }

  absl::StatusOr<std::unique_ptr<PostgresStore>> Open(PostgresStoreOptions options = {}) {
    options.schema = name_;
    return PostgresStore::Open(server_->Uri(), options);
  }

  static PostgresServer* server_;
  const std::string name_ = testing::UnitTest::GetInstance()->current_test_info()->name();
};

PostgresServer* PostgresStoreTest::server_ = nullptr;

BlockRow FirstRow(Store& store, const std::string& run_id) {
  const std::vector<BlockRow> rows = *store.Blocks(run_id);
  return rows[0];
}

TEST_F(PostgresStoreTest, OptionsThatMakeNoSenseAreRefused) {
  for (const std::string& schema :
       {std::string(), std::string(64, 'a'), std::string("\xff"), std::string("a\0b", 3)}) {
    EXPECT_EQ(PostgresStore::Open(server_->Uri(), {.schema = schema}).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(PostgresStore::Open("/a/file", {}).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(PostgresStoreTest, SchemasAreStoresOfTheirOwn) {
  const auto one = *Open();
  const auto other = *PostgresStore::Open(server_->Uri(), {.schema = std::string(63, 'x')});
  ASSERT_TRUE(one->CreateRun(SampleRun("r")).ok());
  EXPECT_EQ(CodeOf(other->LoadRun("r")), absl::StatusCode::kNotFound);
  EXPECT_TRUE(other->CreateRun(SampleRun("r")).ok());
  EXPECT_TRUE(one->Lease({"r", 0, 0}, SampleTerms()).ok());
  EXPECT_EQ(FirstRow(*other, "r").state, BlockState::kPending);
}

TEST_F(PostgresStoreTest, SharedTimeIsTheServers) {
  const auto store = *Open();
  // The server of the test is on this machine.
  const absl::Time before = absl::Now();
  const auto time = store->SharedTime();
  const absl::Time after = absl::Now();
  ASSERT_TRUE(time.ok()) << time.status();
  ASSERT_TRUE(time->has_value());
  EXPECT_GE(**time, before - absl::Microseconds(1));
  EXPECT_LE(**time, after + absl::Microseconds(1));
}

TEST_F(PostgresStoreTest, LongIdsAreIdsLikeOthers) {
  const auto store = *Open();
  // Does not compress: a B-tree would refuse it.
  std::mt19937_64 random(1);
  std::string id;
  while (id.size() < 20'000) id += "\xc3" + std::string(1, static_cast<char>(0x80 + random() % 64));
  ASSERT_TRUE(store->CreateRun(SampleRun(id)).ok());
  EXPECT_EQ(CodeOf(store->CreateRun(SampleRun(id))), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(*store->FindIncomplete("digest of " + id), id);
  EXPECT_EQ(store->EnrollMachine(SampleMachine(id, "6.1"))->epoch(), 1);
  EXPECT_EQ(store->EnrollMachine(SampleMachine(id, "6.2"))->epoch(), 2);
}

TEST_F(PostgresStoreTest, IdsThatNoRunCanHaveAreNotFound) {
  const auto store = *Open();
  for (const std::string& id : {std::string("\xff"), std::string("r\0", 2)}) {
    EXPECT_EQ(CodeOf(store->LoadRun(id)), absl::StatusCode::kNotFound);
    EXPECT_EQ(CodeOf(store->Blocks(id)), absl::StatusCode::kNotFound);
    EXPECT_EQ(CodeOf(store->Lease({id, 0, 0}, SampleTerms())), absl::StatusCode::kNotFound);
    EXPECT_EQ(CodeOf(store->Requeue({id, 0, 0}, 1)), absl::StatusCode::kNotFound);
    EXPECT_EQ(CodeOf(store->Finish({id, 0, 0}, 1, {})), absl::StatusCode::kNotFound);
    EXPECT_EQ(CodeOf(store->SetRunState(id, v1::ACTIVE, v1::CANCELLED)),
              absl::StatusCode::kNotFound);
    EXPECT_EQ(*store->FindIncomplete(id), std::nullopt);
  }
}

TEST_F(PostgresStoreTest, GoesOnAfterTheServerWasRestartedOrKilled) {
  const auto store = *Open();
  ASSERT_TRUE(store->CreateRun(SampleRun("r", 4)).ok());
  for (uint32_t cell = 0; cell < 4; ++cell) {
    const BlockKey key{"r", cell, 0};
    const absl::StatusOr<uint64_t> token = store->Lease(key, SampleTerms());
    ASSERT_TRUE(token.ok()) << token.status();
    if (cell % 2 == 0) {
      server_->Kill();
    } else {
      ASSERT_TRUE(server_->Stop().ok());
    }
    ASSERT_TRUE(server_->Start().ok());
    const std::vector<BlockRow> rows = *store->Blocks("r");
    EXPECT_EQ(rows[cell].fencing_token, *token);
    const absl::Status status = store->Finish(key, *token, SampleRecords(rows[cell]));
    ASSERT_TRUE(status.ok()) << status;
  }
  EXPECT_EQ(store->LoadRun("r")->state(), v1::COMPLETE);
}

TEST_F(PostgresStoreTest, ServerThatIsAwayIsUnavailableAndWaitedFor) {
  const auto impatient = *Open({.patience = absl::Milliseconds(1)});
  const auto patient = *Open({.patience = absl::Minutes(1)});
  ASSERT_TRUE(patient->CreateRun(SampleRun("r")).ok());
  ASSERT_TRUE(impatient->LoadRun("r").ok());
  ASSERT_TRUE(server_->Stop().ok());
  EXPECT_EQ(CodeOf(impatient->LoadRun("r")), absl::StatusCode::kUnavailable);
  EXPECT_EQ(CodeOf(impatient->CreateRun(SampleRun("s"))), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Open({.patience = absl::Milliseconds(1)}).status().code(),
            absl::StatusCode::kUnavailable);
  std::thread waits([&] { EXPECT_TRUE(patient->CreateRun(SampleRun("s")).ok()); });
  ASSERT_TRUE(server_->Start().ok());
  waits.join();
  EXPECT_EQ(impatient->ListRuns()->size(), 2);
}

// A commit whose answer is lost is reported, and whoever reads again knows.
TEST_F(PostgresStoreTest, ConnectionsKilledAllTheTimeLoseNothingAndDoubleNothing) {
  const auto store = *Open();
  constexpr int kCells = 60;
  ASSERT_TRUE(store->CreateRun(SampleRun("r", kCells)).ok());
  std::atomic<bool> done = false;
  std::thread killer([&] {
    while (!done) {
      EXPECT_TRUE(server_
                      ->Execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid "
                                "<> pg_backend_pid() AND backend_type = 'client backend'")
                      .ok());
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  });
  int unsure = 0;
  for (int tries = 0; tries < 10'000 && !HasFailure(); ++tries) {
    const absl::StatusOr<std::vector<BlockRow>> rows = store->ActiveBlocks();
    if (!rows.ok()) {
      EXPECT_EQ(CodeOf(rows), absl::StatusCode::kUnavailable) << rows.status();
      continue;
    }
    if (rows->empty()) break;
    for (const BlockRow& row : *rows) {
      absl::Status status;
      if (row.state == BlockState::kPending) {
        status = store->Lease(row.key, SampleTerms()).status();
      } else if (row.state == BlockState::kLeased) {
        status = store->Finish(row.key, row.fencing_token, SampleRecords(row));
      }
      if (status.ok()) continue;
      EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
      ++unsure;
      break;
    }
  }
  done = true;
  killer.join();
  const v1::ExperimentRun run = *store->LoadRun("r");
  EXPECT_EQ(run.state(), v1::COMPLETE);
  EXPECT_EQ(run.record_size(), 2 * kCells);
  for (const v1::RunRecord& record : run.record()) EXPECT_EQ(record.attempt(), 1);
  EXPECT_GT(unsure, 0);
}

// Claims and finishes until nothing is left.
[[noreturn]] void ClaimUntilDone(const std::string& uri, const std::string& schema, int number) {
  const auto store = PostgresStore::Open(uri, {.schema = schema, .max_connections = 2});
  if (!store.ok()) _exit(2);
  const LeaseTerms terms = {"m" + std::to_string(number), 1, absl::UnixEpoch()};
  while (true) {
    const auto rows = (*store)->ActiveBlocks();
    if (!rows.ok()) _exit(3);
    if (rows->empty()) _exit(0);
    std::vector<BlockKey> keys;
    for (const BlockRow& row : *rows) {
      keys.push_back(row.key);
      if (row.state != BlockState::kLeased || row.machine != terms.machine) continue;
      // Of one before this that was killed; its last call may only now be done by the server.
      const absl::Status status = (*store)->Requeue(row.key, row.fencing_token);
      if (!status.ok() && !absl::IsAborted(status)) _exit(6);
    }
    const auto claimed = (*store)->Claim(keys, terms);
    if (!claimed.ok()) _exit(4);
    if (!claimed->has_value()) continue;
    BlockRow row = (*rows)[(*claimed)->candidate];
    row.attempt = (*claimed)->attempt;
    row.machine = terms.machine;
    if (!(*store)->Finish(row.key, (*claimed)->fencing_token, SampleRecords(row)).ok()) _exit(5);
  }
}

TEST_F(PostgresStoreTest, ProcessesThatClaimAndAreKilledMeasureEachBlockOnce) {
  const auto store = *Open();
  constexpr int kCells = 40;
  constexpr int kProcesses = 3;
  ASSERT_TRUE(store->CreateRun(SampleRun("r", kCells, 3)).ok());
  std::map<pid_t, int> processes;
  const auto start = [&](int number) {
    const pid_t child = fork();
    if (child == 0) ClaimUntilDone(server_->Uri(), name_, number);
    processes[child] = number;
  };
  for (int i = 0; i < kProcesses; ++i) start(i);
  std::mt19937_64 random(7);
  for (int kills = 0; kills < 8; ++kills) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 40));
    const auto victim = std::next(processes.begin(), random() % processes.size());
    const auto [pid, number] = *victim;
    processes.erase(victim);
    kill(pid, SIGKILL);
    ASSERT_EQ(waitpid(pid, nullptr, 0), pid);
    start(number);
  }
  for (const auto& [pid, number] : processes) {
    int ended = 0;
    ASSERT_EQ(waitpid(pid, &ended, 0), pid);
    EXPECT_EQ(ended, 0);
  }
  const v1::ExperimentRun run = *store->LoadRun("r");
  EXPECT_EQ(run.state(), v1::COMPLETE);
  ASSERT_EQ(run.record_size(), 2 * 3 * kCells);
  std::map<uint32_t, std::string> machine_of_cell;
  for (const v1::RunRecord& record : run.record()) {
    EXPECT_FALSE(record.superseded());
    const auto [found, added] = machine_of_cell.emplace(record.cell(), record.machine());
    EXPECT_EQ(found->second, record.machine());
  }
}

TEST_F(PostgresStoreTest, LockHeldForTooLongIsUnavailable) {
  const auto store = *Open({.statement_timeout = absl::Milliseconds(100)});
  ASSERT_TRUE(store->CreateRun(SampleRun("r")).ok());
  const auto holder =
      *postgres::Connection::Open(*postgres::Uri::Parse(server_->Uri()), {.schema = name_});
  ASSERT_TRUE(holder->Execute("BEGIN; SELECT 1 FROM block FOR UPDATE").ok());
  EXPECT_EQ(CodeOf(store->Lease({"r", 0, 0}, SampleTerms())), absl::StatusCode::kUnavailable);
  // A claim doesn't wait.
  EXPECT_EQ(*store->Claim({{"r", 0, 0}, {"r", 1, 0}}, SampleTerms()), std::nullopt);
  ASSERT_TRUE(
      holder->Execute("ROLLBACK; BEGIN; SELECT 1 FROM block WHERE cell = 0 FOR UPDATE").ok());
  EXPECT_EQ((*store->Claim({{"r", 0, 0}, {"r", 1, 0}}, SampleTerms()))->candidate, 1);
  ASSERT_TRUE(holder->Execute("ROLLBACK").ok());
  EXPECT_TRUE(store->Lease({"r", 0, 0}, SampleTerms()).ok());
}

TEST_F(PostgresStoreTest, UserWithoutRightsIsTold) {
  ASSERT_TRUE(server_->Execute("DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN").ok());
  const std::string uri = "postgres://poor@/postgres?host=" + server_->folder().string();
  const absl::Status status = PostgresStore::Open(uri, {.schema = name_}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << status;
  // With a schema made for it, it needs no more.
  ASSERT_TRUE(server_->Execute("CREATE SCHEMA \"" + name_ + "\" AUTHORIZATION poor").ok());
  const auto store = PostgresStore::Open(uri, {.schema = name_});
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_TRUE((*store)->CreateRun(SampleRun("r")).ok());
}

}  // namespace
}  // namespace benchcell
