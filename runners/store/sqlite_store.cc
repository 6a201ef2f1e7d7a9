#include "runners/store/sqlite_store.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_blocks.h"
#include "runners/store/sqlite_machines.h"
#include "runners/store/sqlite_open.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/sqlite_runs.h"

namespace benchcell {

using sqlite::Connection;

absl::StatusOr<std::unique_ptr<SqliteStore>> SqliteStore::Open(const std::filesystem::path& file,
                                                               const SqliteStoreOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> writer,
                   sqlite::OpenForWriting(file, options.busy_timeout, options.hook));
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> reader,
                   sqlite::OpenForReading(file, options.busy_timeout));
  return std::unique_ptr<SqliteStore>(
      new SqliteStore(std::move(writer), std::move(reader), options.hook));
}

SqliteStore::SqliteStore(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader,
                         WriteHook* hook)
    : writer_(std::move(writer), hook), reader_(std::move(reader)) {}

template <typename Work>
auto SqliteStore::Read(const Work& work) -> decltype(work(std::declval<Connection&>())) {
  const std::lock_guard lock(reader_mutex_);
  sqlite::Transaction transaction(*reader_, sqlite::Transaction::Kind::kRead);
  RETURN_IF_ERROR(transaction.status());
  auto result = work(*reader_);
  if (result.ok()) RETURN_IF_ERROR(transaction.Commit());
  return result;
}

absl::Status SqliteStore::CreateRun(const v1::ExperimentRun& run) {
  RETURN_IF_ERROR(CheckNewRun(run));
  ASSIGN_OR_RETURN(const sqlite::EncodedRun encoded, sqlite::EncodeRun(run));
  return writer_.Run([&](Connection& c) { return sqlite::InsertRun(c, run, encoded); });
}

absl::StatusOr<std::optional<std::string>> SqliteStore::FindIncomplete(const std::string& digest) {
  return Read([&](Connection& c) { return sqlite::SelectIncomplete(c, digest); });
}

absl::StatusOr<v1::ExperimentRun> SqliteStore::LoadRun(const std::string& run_id) {
  return Read([&](Connection& c) { return sqlite::SelectRun(c, run_id); });
}

absl::StatusOr<std::vector<v1::RunSummary>> SqliteStore::ListRuns() {
  return Read([&](Connection& c) { return sqlite::SelectSummaries(c); });
}

absl::Status SqliteStore::SetRunState(const std::string& run_id, v1::RunState from,
                                      v1::RunState to) {
  RETURN_IF_ERROR(CheckRunTransition(from, to));
  return writer_.Run([&](Connection& c) { return sqlite::UpdateRunState(c, run_id, from, to); });
}

absl::StatusOr<std::vector<BlockRow>> SqliteStore::ActiveBlocks() {
  return Read([&](Connection& c) { return sqlite::SelectActiveBlocks(c); });
}

absl::StatusOr<std::vector<BlockRow>> SqliteStore::Blocks(const std::string& run_id) {
  return Read([&](Connection& c) { return sqlite::SelectBlocks(c, run_id); });
}

absl::StatusOr<uint64_t> SqliteStore::Lease(const BlockKey& key, const LeaseTerms& terms) {
  RETURN_IF_ERROR(CheckId(terms.machine, "the id of a machine"));
  uint64_t token = 0;
  RETURN_IF_ERROR(writer_.Run([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(token, sqlite::LeaseBlock(c, key, terms));
    return absl::OkStatus();
  }));
  return token;
}

absl::Status SqliteStore::Renew(const BlockKey& key, uint64_t fencing_token, absl::Time expires) {
  return writer_.Run(
      [&](Connection& c) { return sqlite::RenewBlock(c, key, fencing_token, expires); });
}

absl::Status SqliteStore::Requeue(const BlockKey& key, uint64_t fencing_token) {
  return writer_.Run([&](Connection& c) { return sqlite::RequeueBlock(c, key, fencing_token); });
}

absl::Status SqliteStore::Finish(const BlockKey& key, uint64_t fencing_token,
                                 const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, sqlite::EncodeRecords(key, records));
  return writer_.Run(
      [&](Connection& c) { return sqlite::FinishBlock(c, key, fencing_token, records, payloads); });
}

absl::Status SqliteStore::KeepSuperseded(const BlockKey& key,
                                         const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, sqlite::EncodeRecords(key, records));
  return writer_.Run(
      [&](Connection& c) { return sqlite::KeepSupersededRecords(c, key, records, payloads); });
}

absl::StatusOr<v1::Machine> SqliteStore::EnrollMachine(const v1::Machine& machine) {
  RETURN_IF_ERROR(CheckId(machine.id(), "the id of a machine"));
  // Agents say who they are all the time, and nearly always nothing has changed: no write then.
  ASSIGN_OR_RETURN(v1::Machine result,
                   Read([&](Connection& c) { return sqlite::SelectNewestEpoch(c, machine.id()); }));
  if (result.epoch() > 0 && sqlite::SameFacts(result.facts(), machine.facts())) return result;
  RETURN_IF_ERROR(writer_.Run([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(result, sqlite::InsertMachine(c, machine));
    return absl::OkStatus();
  }));
  return result;
}

}  // namespace benchcell
