// Connections for the calls of many threads, and what is tried again when one fails.
//
// A call takes an idle connection or makes one; there are at most so many, and further calls wait
// their turn. What may be repeated without harm is:
//   - Connecting, while the server is away (it restarts, say): until it has been away for
//     `patience`, counted from the first failure; from then on each call tries once and says
//     UNAVAILABLE, until one succeeds.
//   - A transaction that the server undid because of another one (deadlock, serialization).
//   - A read whose connection was lost.
// A write whose connection was lost is never repeated: it may have happened. UNAVAILABLE then says
// so.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_POOL_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_POOL_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/postgres_connection.h"
#include "runners/store/write_hook.h"

namespace benchcell::postgres {

class Pool {
 public:
  struct Options {
    // At least 1.
    int max_connections = 8;
    absl::Duration patience = absl::Seconds(5);
    // How long a call waits for one of the connections to be free before it is UNAVAILABLE.
    absl::Duration turn_timeout = absl::Seconds(30);
    // For tests; may be null. Must outlive the pool.
    WriteHook* hook = nullptr;
  };
  // Makes a connection that is ready for use.
  using Connect = std::function<absl::StatusOr<std::unique_ptr<Connection>>()>;
  // Part of a call, perhaps done several times. Its status is the call's.
  using Work = std::function<absl::Status(Connection&)>;

  Pool(Connect connect, const Options& options);

  // Does work that only reads.
  absl::Status Read(const Work& work);

  // Does work that is a single statement, one round trip: nothing of it has happened if this isn't
  // OK, or all of it if the connection was lost. With a hook it is a transaction of several round
  // trips, so that the hook stands between the statement and its commit.
  absl::Status Write(const Work& work);

  // Connections that are open, in use or not.
  int size() const;

 private:
  // A connection in use; goes back to the pool, or away if it is lost.
  class Lent;

  // A connection for the caller alone.
  absl::StatusOr<std::unique_ptr<Connection>> Take();
  absl::StatusOr<std::unique_ptr<Connection>> ConnectPatiently();
  void GiveBack(std::unique_ptr<Connection> connection);
  // Does the work until it succeeds or fails for good. What to do again is what `repeat` says of a
  // connection on which the work just failed.
  absl::Status Do(const Work& work, const std::function<bool(Connection&)>& repeat);
  absl::Status DoWithHook(const Work& work, Connection& connection);

  const Connect connect_;
  const Options options_;
  // Held from before a commit until its hook has been told: one thread at a time calls it.
  std::mutex hook_mutex_;

  mutable std::mutex mutex_;
  std::condition_variable freed_;
  // All below: under mutex_. The one used last is the next to be used.
  std::vector<std::unique_ptr<Connection>> idle_;
  int open_ = 0;
  std::optional<std::chrono::steady_clock::time_point> away_since_;
};

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_POOL_H_
