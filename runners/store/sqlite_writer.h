// The one that writes: commits the calls of many threads together.
//
// A commit that is durable costs a sync of the disk, whatever it holds. So a thread that finds
// another one committing queues its work; when that commit is done, one of the waiting threads does
// all the work that is queued in one transaction, each piece in a savepoint of its own. A piece
// that fails undoes itself alone.
//
// Threads that were just told that their work is done are about to come with more: the next commit
// waits for as many pieces as the last one had, but no longer than a quarter of what that took.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_WRITER_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_WRITER_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/write_hook.h"

namespace benchcell::sqlite {

class Writer {
 public:
  using Work = std::function<absl::Status(Connection&)>;

  // `hook` may be null and must outlive the writer.
  Writer(std::unique_ptr<Connection> connection, WriteHook* hook);

  // Does the work in a transaction, on this thread or another one. OK: it is durable. Otherwise
  // nothing of it happened, and the error is that of the work, or of the commit. Thread-safe.
  absl::Status Run(Work work);

  // Pieces of work that wait for the commit in progress to end. Thread-safe.
  size_t waiting() const;

 private:
  struct Piece {
    Work work;
    absl::Status result = absl::OkStatus();
    bool done = false;
  };

  // Waits a moment for more work to join the queue. `lock` is on mutex_.
  void Gather(std::unique_lock<std::mutex>& lock);
  // Does all of `batch` and commits. Sets the results.
  void Commit(const std::vector<Piece*>& batch);
  absl::Status TryCommit(const std::vector<Piece*>& batch);

  // Used by the thread that committing_ stands for.
  const std::unique_ptr<Connection> connection_;
  WriteHook* const hook_;

  mutable std::mutex mutex_;
  std::condition_variable committed_;
  // All below: under mutex_.
  std::vector<Piece*> queue_;
  bool committing_ = false;
  // Told when the queue grows while a thread gathers.
  std::condition_variable queued_;
  // The last commit.
  size_t last_pieces_ = 0;
  std::chrono::nanoseconds last_took_{0};
};

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_WRITER_H_
