#include "runners/store/sqlite_writer.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace benchcell::sqlite {
namespace {

// Counts commits; the first one waits until it is let go.
class Gate final : public WriteHook {
 public:
  void BeforeCommit() override {
    std::unique_lock lock(mutex_);
    ++commits_;
    reached_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
  }
  void AfterCommit() override {}

  void AwaitFirstCommit() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return reached_; });
  }
  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  int commits() {
    const std::lock_guard lock(mutex_);
    return commits_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool reached_ = false;
  bool open_ = false;
  int commits_ = 0;
};

class SqliteWriterTest : public testing::Test {
 protected:
  SqliteWriterTest() {
    std::filesystem::remove(file_);
    std::unique_ptr<Connection> connection = *Connection::Open(file_, {});
    EXPECT_TRUE(connection->Execute("CREATE TABLE t (i INTEGER UNIQUE) STRICT").ok());
    writer_ = std::make_unique<Writer>(std::move(connection), &gate_);
  }
  ~SqliteWriterTest() override {
    writer_.reset();
    std::filesystem::remove(file_);
  }

  static Writer::Work Insert(int64_t value) {
    return [value](Connection& connection) {
      return connection.Prepare("INSERT INTO t VALUES (?)").Int(value).Run();
    };
  }

  // Does the first work and, while its commit is held up, the others on a thread each. Returns
  // their results in order.
  std::vector<absl::Status> RunTogether(const std::vector<Writer::Work>& works) {
    std::vector<absl::Status> results(works.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < works.size(); ++i) {
      threads.emplace_back([&, i] { results[i] = writer_->Run(works[i]); });
      if (i == 0) {
        gate_.AwaitFirstCommit();
      } else {
        // In order, so that the tests know which comes first.
        while (writer_->waiting() < i) std::this_thread::yield();
      }
    }
    gate_.Open();
    for (std::thread& thread : threads) thread.join();
    return results;
  }

  int64_t Query(const std::string& sql) { return *(*Connection::Open(file_, {}))->QueryInt(sql); }

  const std::string file_ = testing::TempDir() + "/writer.db";
  Gate gate_;
  std::unique_ptr<Writer> writer_;
};

TEST_F(SqliteWriterTest, WorkThatWaitsForACommitIsCommittedTogether) {
  for (const absl::Status& status :
       RunTogether({Insert(1), Insert(2), Insert(3), Insert(4), Insert(5)})) {
    EXPECT_TRUE(status.ok()) << status;
  }
  EXPECT_EQ(gate_.commits(), 2);
  EXPECT_EQ(Query("SELECT count(*) FROM t"), 5);
  EXPECT_EQ(writer_->waiting(), 0);
}

TEST_F(SqliteWriterTest, WorkThatComesAloneAfterMuchWorkIsCommittedAlone) {
  RunTogether({Insert(1), Insert(2), Insert(3), Insert(4), Insert(5)});
  EXPECT_TRUE(writer_->Run(Insert(6)).ok());
  EXPECT_TRUE(writer_->Run(Insert(7)).ok());
  EXPECT_EQ(gate_.commits(), 4);
  EXPECT_EQ(Query("SELECT count(*) FROM t"), 7);
}

TEST_F(SqliteWriterTest, FailedWorkUndoesItselfAlone) {
  const Writer::Work changes_its_mind = [](Connection& connection) -> absl::Status {
    EXPECT_TRUE(Insert(30)(connection).ok());
    return absl::AbortedError("no");
  };
  const std::vector<absl::Status> results =
      RunTogether({Insert(1), Insert(2), changes_its_mind, Insert(1), Insert(4)});
  EXPECT_TRUE(results[0].ok());
  EXPECT_TRUE(results[1].ok());
  EXPECT_EQ(results[2].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(results[3].code(), absl::StatusCode::kInternal);
  EXPECT_TRUE(results[4].ok());
  EXPECT_EQ(Query("SELECT sum(i) FROM t"), 7);
}

TEST_F(SqliteWriterTest, ErrorThatUndoesTheTransactionIsEveryonesError) {
  // What SQLite does by itself after some errors of the disk.
  const Writer::Work rolls_back = [](Connection& connection) -> absl::Status {
    EXPECT_TRUE(connection.Execute("ROLLBACK").ok());
    return absl::ResourceExhaustedError("full");
  };
  const std::vector<absl::Status> results =
      RunTogether({Insert(1), Insert(2), rolls_back, Insert(4)});
  EXPECT_TRUE(results[0].ok());
  for (int i = 1; i < 4; ++i) EXPECT_EQ(results[i].code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Query("SELECT sum(i) FROM t"), 1);
  EXPECT_TRUE(writer_->Run(Insert(5)).ok());
}

TEST_F(SqliteWriterTest, WorkThatFailsAloneCommitsNothing) {
  gate_.Open();
  EXPECT_EQ(writer_->Run([](Connection&) { return absl::AbortedError("no"); }).code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(gate_.commits(), 0);
  EXPECT_TRUE(writer_->Run(Insert(1)).ok());
  EXPECT_EQ(gate_.commits(), 1);
}

TEST_F(SqliteWriterTest, FailedCommitIsTheWorksErrorAndUndoesIt) {
  gate_.Open();
  const Writer::Work breaks_at_commit = [](Connection& connection) {
    return connection.Execute(
        "PRAGMA defer_foreign_keys = ON; CREATE TABLE p (i INTEGER PRIMARY KEY); "
        "CREATE TABLE c (i INTEGER REFERENCES p (i)); INSERT INTO c VALUES (1)");
  };
  std::unique_ptr<Connection> connection = *Connection::Open(file_, {});
  ASSERT_TRUE(connection->Execute("PRAGMA foreign_keys = ON").ok());
  Writer strict(std::move(connection), nullptr);
  EXPECT_EQ(strict.Run(breaks_at_commit).code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Query("SELECT count(*) FROM sqlite_master WHERE name IN ('p', 'c')"), 0);
  EXPECT_TRUE(strict.Run(Insert(1)).ok());
}

}  // namespace
}  // namespace benchcell::sqlite
