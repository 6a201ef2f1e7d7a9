#include "runners/store/postgres_pool.h"

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell::postgres {
namespace {

using std::chrono::steady_clock;

// Times a transaction is done before a conflict is the caller's.
constexpr int kTries = 10;
// Before the next try, times the number of the last one.
constexpr auto kConflictPause = std::chrono::milliseconds(2);
constexpr auto kConnectPause = std::chrono::milliseconds(50);

}  // namespace

class Pool::Lent {
 public:
  Lent(Pool& pool, std::unique_ptr<Connection> connection)
      : pool_(pool), connection_(std::move(connection)) {}
  ~Lent() { pool_.GiveBack(std::move(connection_)); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  Connection& operator*() { return *connection_; }

 private:
  Pool& pool_;
  std::unique_ptr<Connection> connection_;
};

Pool::Pool(Connect connect, const Options& options)
    : connect_(std::move(connect)), options_(options) {}

int Pool::size() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

absl::StatusOr<std::unique_ptr<Connection>> Pool::Take() {
  std::unique_lock lock(mutex_);
  if (!freed_.wait_for(lock, absl::ToChronoNanoseconds(options_.turn_timeout),
                       [&] { return !idle_.empty() || open_ < options_.max_connections; })) {
    return absl::UnavailableError(absl::StrCat(
        "all ", options_.max_connections, " connections to the database were busy for ",
        absl::FormatDuration(options_.turn_timeout), ": try again, or allow more of them"));
  }
  while (!idle_.empty()) {
    std::unique_ptr<Connection> connection = std::move(idle_.back());
    idle_.pop_back();
    if (!connection->Lost()) return connection;
    --open_;
  }
  ++open_;
  lock.unlock();
  absl::StatusOr<std::unique_ptr<Connection>> connection = ConnectPatiently();
  if (!connection.ok()) GiveBack(nullptr);
  return connection;
}

absl::StatusOr<std::unique_ptr<Connection>> Pool::ConnectPatiently() {
  while (true) {
    absl::StatusOr<std::unique_ptr<Connection>> connection = connect_();
    {
      const std::lock_guard lock(mutex_);
      if (connection.ok()) {
        away_since_.reset();
        return connection;
      }
      if (!absl::IsUnavailable(connection.status())) return connection;
      const auto now = steady_clock::now();
      if (!away_since_.has_value()) away_since_ = now;
      if (now - *away_since_ >= absl::ToChronoNanoseconds(options_.patience)) return connection;
    }
    std::this_thread::sleep_for(kConnectPause);
  }
}

void Pool::GiveBack(std::unique_ptr<Connection> connection) {
  {
    const std::lock_guard lock(mutex_);
    if (connection != nullptr && !connection->Lost()) {
      idle_.push_back(std::move(connection));
    } else {
      --open_;
    }
  }
  freed_.notify_one();
}

absl::Status Pool::Do(const Work& work, const std::function<bool(Connection&)>& repeat) {
  for (int tries = 1;; ++tries) {
    {
      ASSIGN_OR_RETURN(std::unique_ptr<Connection> taken, Take());
      Lent connection(*this, std::move(taken));
      (*connection).ForgetState();
      absl::Status status = work(*connection);
      if (status.ok() || tries == kTries || !repeat(*connection)) return status;
    }
    std::this_thread::sleep_for(tries * kConflictPause);
  }
}

absl::Status Pool::Read(const Work& work) {
  return Do(work, [](Connection& connection) {
    return connection.Lost() || IsConflict(connection.state());
  });
}

absl::Status Pool::Write(const Work& work) {
  bool lost = false;
  const absl::Status status = Do(
      [&](Connection& connection) {
        return options_.hook == nullptr ? work(connection) : DoWithHook(work, connection);
      },
      [&](Connection& connection) {
        lost = connection.Lost();
        return !lost && IsConflict(connection.state());
      });
  if (!lost) return status;
  return absl::UnavailableError(absl::StrCat(
      std::string(status.message()),
      " The connection was lost in the act: the call may have happened or not. Read again."));
}

absl::Status Pool::DoWithHook(const Work& work, Connection& connection) {
  const std::lock_guard lock(hook_mutex_);
  RETURN_IF_ERROR(connection.Execute("BEGIN"));
  const absl::Status status = work(connection);
  if (!status.ok()) {
    // The state of the work's failure, if it had one, is kept: a rollback that works sets none.
    if (!connection.Lost()) RETURN_IF_ERROR(connection.Execute("ROLLBACK"));
    return status;
  }
  options_.hook->BeforeCommit();
  RETURN_IF_ERROR(connection.Execute("COMMIT"));
  options_.hook->AfterCommit();
  return absl::OkStatus();
}

}  // namespace benchcell::postgres
