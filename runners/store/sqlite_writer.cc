#include "runners/store/sqlite_writer.h"

#include <mutex>
#include <utility>
#include <vector>

#include "runners/base/status_macros.h"

namespace benchcell::sqlite {

Writer::Writer(std::unique_ptr<Connection> connection, WriteHook* hook)
    : connection_(std::move(connection)), hook_(hook) {}

size_t Writer::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

absl::Status Writer::Run(Work work) {
  Piece piece{.work = std::move(work)};
  std::unique_lock lock(mutex_);
  queue_.push_back(&piece);
  committed_.wait(lock, [&] { return piece.done || !committing_; });
  if (piece.done) return piece.result;

  committing_ = true;
  const std::vector<Piece*> batch = std::exchange(queue_, {});
  lock.unlock();
  Commit(batch);
  lock.lock();
  for (Piece* each : batch) each->done = true;
  committing_ = false;
  committed_.notify_all();
  return piece.result;
}

void Writer::Commit(const std::vector<Piece*>& batch) {
  const absl::Status status = TryCommit(batch);
  if (status.ok()) return;
  for (Piece* piece : batch) {
    if (piece->result.ok()) piece->result = status;
  }
}

absl::Status Writer::TryCommit(const std::vector<Piece*>& batch) {
  Transaction transaction(*connection_, Transaction::Kind::kWrite);
  RETURN_IF_ERROR(transaction.status());
  bool any = false;
  for (Piece* piece : batch) {
    Transaction savepoint(*connection_, Transaction::Kind::kSavepoint);
    RETURN_IF_ERROR(savepoint.status());
    piece->result = piece->work(*connection_);
    if (piece->result.ok()) piece->result = savepoint.Commit();
    any = any || piece->result.ok();
    // A full disk and the like undo the whole transaction, and with it the work of others.
    if (!connection_->InTransaction()) return piece->result;
  }
  if (!any) return absl::OkStatus();
  if (hook_ != nullptr) hook_->BeforeCommit();
  RETURN_IF_ERROR(transaction.Commit());
  if (hook_ != nullptr) hook_->AfterCommit();
  return absl::OkStatus();
}

}  // namespace benchcell::sqlite
