#include "runners/store/sqlite_store.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/encoded.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_blocks.h"
#include "runners/store/sqlite_import.h"
#include "runners/store/sqlite_machines.h"
#include "runners/store/sqlite_open.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/sqlite_runs.h"

namespace benchcell {

using sqlite::Connection;

namespace {

// How often is looked, at most, for what other processes wrote.
constexpr absl::Duration kLookEvery = absl::Milliseconds(50);

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteStore>> SqliteStore::Open(const std::filesystem::path& file,
                                                               const SqliteStoreOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> writer,
                   sqlite::OpenForWriting(file, options.busy_timeout, options.hook));
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> reader,
                   sqlite::OpenForReading(file, options.busy_timeout));
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> watcher,
                   sqlite::OpenForReading(file, options.busy_timeout));
  return std::unique_ptr<SqliteStore>(
      new SqliteStore(std::move(writer), std::move(reader), std::move(watcher), options.hook));
}

SqliteStore::SqliteStore(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader,
                         std::unique_ptr<Connection> watcher, WriteHook* hook)
    : writer_(std::move(writer), hook), reader_(std::move(reader)), watcher_(std::move(watcher)) {
  LookForChanges();
}

absl::Status SqliteStore::Change(sqlite::Writer::Work work) {
  absl::Status status = writer_.Run(std::move(work));
  if (status.ok()) changes_.Note();
  return status;
}

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
  ASSIGN_OR_RETURN(const EncodedRun encoded, EncodeRun(run));
  return Change([&](Connection& c) { return sqlite::InsertRun(c, run, encoded); });
}

absl::Status SqliteStore::ImportRun(const v1::ExperimentRun& run) {
  ASSIGN_OR_RETURN(const sqlite::WholeRun whole, sqlite::EncodeWholeRun(run));
  return Change([&](Connection& c) { return sqlite::InsertWholeRun(c, whole); });
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
  return Change([&](Connection& c) { return sqlite::UpdateRunState(c, run_id, from, to); });
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
  RETURN_IF_ERROR(Change([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(token, sqlite::LeaseBlock(c, key, terms));
    return absl::OkStatus();
  }));
  return token;
}

absl::StatusOr<std::optional<ClaimedBlock>> SqliteStore::Claim(
    const std::vector<BlockKey>& candidates, const LeaseTerms& terms) {
  RETURN_IF_ERROR(CheckId(terms.machine, "the id of a machine"));
  std::optional<ClaimedBlock> claimed;
  RETURN_IF_ERROR(writer_.Run([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(claimed, sqlite::ClaimBlock(c, candidates, terms));
    return absl::OkStatus();
  }));
  if (claimed.has_value()) changes_.Note();
  return claimed;
}

absl::Status SqliteStore::Renew(const BlockKey& key, uint64_t fencing_token, absl::Time expires) {
  return writer_.Run(
      [&](Connection& c) { return sqlite::RenewBlock(c, key, fencing_token, expires); });
}

absl::Status SqliteStore::Requeue(const BlockKey& key, uint64_t fencing_token) {
  return Change([&](Connection& c) { return sqlite::RequeueBlock(c, key, fencing_token); });
}

absl::Status SqliteStore::Finish(const BlockKey& key, uint64_t fencing_token,
                                 const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, EncodeRecords(key, records));
  return Change(
      [&](Connection& c) { return sqlite::FinishBlock(c, key, fencing_token, records, payloads); });
}

absl::Status SqliteStore::KeepSuperseded(const BlockKey& key,
                                         const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, EncodeRecords(key, records));
  return writer_.Run(
      [&](Connection& c) { return sqlite::KeepSupersededRecords(c, key, records, payloads); });
}

absl::Status SqliteStore::RestartCell(const std::string& run_id, uint32_t cell,
                                      const std::string& machine, uint32_t epoch) {
  RETURN_IF_ERROR(CheckId(machine, "the id of a machine"));
  return Change(
      [&](Connection& c) { return sqlite::RestartCellOf(c, run_id, cell, machine, epoch); });
}

absl::StatusOr<v1::Machine> SqliteStore::EnrollMachine(const v1::Machine& machine) {
  RETURN_IF_ERROR(CheckId(machine.id(), "the id of a machine"));
  // Agents say who they are all the time, and nearly always nothing has changed: no write then.
  ASSIGN_OR_RETURN(v1::Machine result,
                   Read([&](Connection& c) { return sqlite::SelectNewestEpoch(c, machine.id()); }));
  if (result.epoch() > 0 && SameFacts(result.facts(), machine.facts())) return result;
  RETURN_IF_ERROR(writer_.Run([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(result, sqlite::InsertMachine(c, machine));
    return absl::OkStatus();
  }));
  return result;
}

absl::StatusOr<std::vector<MachineStanding>> SqliteStore::ListMachines() {
  return Read([&](Connection& c) { return sqlite::SelectMachines(c); });
}

absl::Status SqliteStore::NoteSightings(const std::vector<MachineSighting>& sightings) {
  RETURN_IF_ERROR(CheckSightings(sightings));
  if (sightings.empty()) return absl::OkStatus();
  return writer_.Run([&](Connection& c) { return sqlite::UpsertSightings(c, sightings); });
}

absl::Status SqliteStore::SetQuarantine(const std::string& machine_id, const std::string& reason) {
  RETURN_IF_ERROR(CheckId(machine_id, "the id of a machine"));
  return writer_.Run(
      [&](Connection& c) { return sqlite::UpsertQuarantine(c, machine_id, reason); });
}

absl::StatusOr<std::string> SqliteStore::ClaimBlobFolder(const std::string& name) {
  RETURN_IF_ERROR(CheckId(name, "the name of a folder of blobs"));
  std::string claimed;
  RETURN_IF_ERROR(writer_.Run([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(claimed, sqlite::InsertBlobFolder(c, name));
    return absl::OkStatus();
  }));
  return claimed;
}

absl::StatusOr<std::optional<absl::Time>> SqliteStore::SharedTime() { return std::nullopt; }

uint64_t SqliteStore::WaitForChange(uint64_t seen, absl::Duration timeout) {
  const auto end = std::chrono::steady_clock::now() + ToPatience(timeout);
  while (true) {
    LookForChanges();
    const absl::Duration left = absl::FromChrono(end - std::chrono::steady_clock::now());
    const uint64_t newest = changes_.Await(seen, std::min(left, kLookEvery));
    if (newest > seen || left <= absl::ZeroDuration()) return newest;
  }
}

void SqliteStore::LookForChanges() {
  const std::lock_guard lock(watcher_mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + absl::ToChronoNanoseconds(kLookEvery);
  // SQLite says by this number whether another connection has committed since. Our own writer is
  // another one too.
  const absl::StatusOr<int64_t> version = watcher_->QueryInt("PRAGMA data_version");
  // Whatever is wrong with the database, the calls that need it will say so.
  if (!version.ok() || *version == data_version_) return;
  data_version_ = *version;
  changes_.Note();
}

}  // namespace benchcell
