#include "absl/status/status.h"
#include "runners/store/sqlite_connection.h"

namespace benchcell::sqlite {
namespace {

const char* BeginText(Transaction::Kind kind) {
  switch (kind) {
    case Transaction::Kind::kRead:
      return "BEGIN DEFERRED";
    case Transaction::Kind::kWrite:
      return "BEGIN IMMEDIATE";
    case Transaction::Kind::kSavepoint:
      return "SAVEPOINT inner_transaction";
  }
  return "";
}

}  // namespace

Transaction::Transaction(Connection& connection, Kind kind)
    : connection_(connection),
      kind_(kind),
      status_(connection.Prepare(BeginText(kind)).Run()),
      open_(status_.ok()) {}

Transaction::~Transaction() {
  // SQLite has already rolled everything back after some errors; then there is nothing to undo.
  if (!open_ || !connection_.InTransaction()) return;
  // A failed rollback has no one to be told to: the next Begin fails with the same error.
  if (kind_ == Kind::kSavepoint) {
    connection_.Prepare("ROLLBACK TO inner_transaction").Run().IgnoreError();
    connection_.Prepare("RELEASE inner_transaction").Run().IgnoreError();
  } else {
    connection_.Prepare("ROLLBACK").Run().IgnoreError();
  }
}

absl::Status Transaction::Commit() {
  if (!status_.ok()) return status_;
  const bool savepoint = kind_ == Kind::kSavepoint;
  absl::Status status =
      connection_.Prepare(savepoint ? "RELEASE inner_transaction" : "COMMIT").Run();
  if (status.ok()) open_ = false;
  return status;
}

}  // namespace benchcell::sqlite
