#include "runners/store/sqlite_writer.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "runners/base/status_macros.h"

namespace benchcell::sqlite {
namespace {

// However slow the disk is.
constexpr auto kLongestGathering = std::chrono::milliseconds(2);

}  // namespace

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
  queued_.notify_one();
  committed_.wait(lock, [&] { return piece.done || !committing_; });
  if (piece.done) return piece.result;

  committing_ = true;
  Gather(lock);
  const std::vector<Piece*> batch = std::exchange(queue_, {});
  lock.unlock();
  const auto start = std::chrono::steady_clock::now();
  Commit(batch);
  lock.lock();
  last_pieces_ = batch.size();
  last_took_ = std::chrono::steady_clock::now() - start;
  for (Piece* each : batch) each->done = true;
  committing_ = false;
  committed_.notify_all();
  return piece.result;
}

void Writer::Gather(std::unique_lock<std::mutex>& lock) {
  const auto longest = std::min<std::chrono::nanoseconds>(last_took_ / 4, kLongestGathering);
  queued_.wait_for(lock, longest, [&] { return queue_.size() >= last_pieces_; });
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
