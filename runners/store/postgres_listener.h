// Hears from other stores that something changed, and tells them of changes made here: a thread
// with a connection of its own that LISTENs.
//
// Rare changes notify in their own transaction (see notify_change in postgres_run_functions.cc).
// What happens all the time, blocks leased and finished, is told from here instead, once for all
// that happened in a short while: commits that notify wait for each other, and a NOTIFY alone
// writes nothing to the disk. A store that dies within that while leaves them untold.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_LISTENER_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_LISTENER_H_

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/store/changes.h"
#include "runners/store/postgres_connection.h"

namespace benchcell::postgres {

class Listener {
 public:
  using Connect = std::function<absl::StatusOr<std::unique_ptr<Connection>>()>;

  // Starts the thread. Connects by itself, again and again while the server is away. Notes in
  // `changes`, which outlives the listener, what others tell, and each new connection, since
  // something may have been missed before it.
  Listener(Connect connect, Changes& changes);
  // Ends the thread; waits for a connection attempt in progress.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Something changed here: others will be told soon. Thread-safe.
  void Tell();

 private:
  // What the thread is to do.
  struct Orders {
    bool tell = false;
    bool end = false;
  };

  void Live();
  // Listens and tells until the connection is lost or the listener is to end.
  absl::Status Listen(Connection& connection);
  absl::Status TellNow(Connection& connection);
  // Takes note of what has arrived. An error if the connection is lost.
  absl::Status Hear(Connection& connection);
  // Waits until there is something to read on `socket` (none: -1), or Wake() was called, or so
  // long.
  void Rest(int socket, std::chrono::nanoseconds timeout);
  void Wake();
  Orders orders();

  const Connect connect_;
  Changes& changes_;
  // A pipe: a byte in it wakes the thread.
  int wake_read_ = -1;
  int wake_write_ = -1;

  std::mutex mutex_;
  // Under mutex_.
  Orders orders_;

  std::thread thread_;
};

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_LISTENER_H_
