#include "runners/store/postgres_store.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/block_standing.h"
#include "runners/store/checks.h"
#include "runners/store/encoded.h"
#include "runners/store/payload.h"
#include "runners/store/postgres_blocks.h"
#include "runners/store/postgres_migrations.h"
#include "runners/store/postgres_runs.h"
#include "runners/store/postgres_schema.h"

namespace benchcell {

using postgres::Connection;

namespace {

// PostgreSQL cuts longer names short.
constexpr size_t kLongestName = 63;
// How often enrolling looks again at what another caller has just enrolled.
constexpr int kEnrollTries = 100;

// NOT_FOUND for an id that no run can have. The server would say something else.
absl::Status CheckCanBeStored(const std::string& run_id) {
  return CheckId(run_id, "").ok() ? absl::OkStatus() : NoSuchRun(run_id);
}

// Calls `work`, which returns a StatusOr, as reading work of the pool.
template <typename Work>
auto Read(postgres::Pool& pool, const Work& work) -> decltype(work(std::declval<Connection&>())) {
  decltype(work(std::declval<Connection&>())) result = absl::UnknownError("never called");
  RETURN_IF_ERROR(pool.Read([&](Connection& c) {
    result = work(c);
    return result.status();
  }));
  return result;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PostgresStore>> PostgresStore::Open(
    const std::string& uri, const PostgresStoreOptions& options) {
  ASSIGN_OR_RETURN(const postgres::Uri parsed, postgres::Uri::Parse(uri));
  RETURN_IF_ERROR(CheckId(options.schema, "the name of the schema"));
  if (options.schema.empty() || options.schema.size() > kLongestName) {
    return absl::InvalidArgumentError(absl::StrCat("the name of the schema has ",
                                                   options.schema.size(), " bytes; expected 1 to ",
                                                   kLongestName));
  }
  const postgres::ConnectionOptions connection_options = {
      .schema = options.schema, .statement_timeout = options.statement_timeout};
  // The one that migrates isn't kept: it is easier to see that every other one attached itself.
  postgres::Pool first([=] { return Connection::Open(parsed, connection_options); },
                       {.max_connections = 1, .patience = options.patience});
  RETURN_IF_ERROR(first.Read([&](Connection& c) {
    return Migrate(c, {options.schema, postgres::Migrations()}, options.patience, options.hook);
  }));
  postgres::Pool::Connect connect = [=]() -> absl::StatusOr<std::unique_ptr<Connection>> {
    ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection,
                     Connection::Open(parsed, connection_options));
    RETURN_IF_ERROR(Attach(*connection, {connection_options.schema, postgres::Migrations()}));
    return connection;
  };
  return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(connect), options));
}

PostgresStore::PostgresStore(postgres::Pool::Connect connect, const PostgresStoreOptions& options)
    : pool_(connect, {.max_connections = options.max_connections,
                      .patience = options.patience,
                      .turn_timeout = options.statement_timeout,
                      .hook = options.hook}),
      listener_(connect, changes_) {}

absl::Status PostgresStore::CreateRun(const v1::ExperimentRun& run) {
  RETURN_IF_ERROR(CheckNewRun(run));
  ASSIGN_OR_RETURN(const EncodedRun encoded, EncodeRun(run));
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) { return InsertRun(c, run, encoded); }));
  changes_.Note();
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> PostgresStore::FindIncomplete(
    const std::string& digest) {
  if (!CheckId(digest, "").ok()) return std::nullopt;
  return Read(pool_, [&](Connection& c) { return SelectIncomplete(c, digest); });
}

absl::StatusOr<v1::ExperimentRun> PostgresStore::LoadRun(const std::string& run_id) {
  RETURN_IF_ERROR(CheckCanBeStored(run_id));
  return Read(pool_, [&](Connection& c) { return SelectRun(c, run_id); });
}

absl::StatusOr<std::vector<v1::RunSummary>> PostgresStore::ListRuns() {
  return Read(pool_, [&](Connection& c) { return postgres::SelectSummaries(c); });
}

absl::Status PostgresStore::SetRunState(const std::string& run_id, v1::RunState from,
                                        v1::RunState to) {
  RETURN_IF_ERROR(CheckRunTransition(from, to));
  RETURN_IF_ERROR(CheckCanBeStored(run_id));
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) { return UpdateRunState(c, run_id, from, to); }));
  changes_.Note();
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BlockRow>> PostgresStore::ActiveBlocks() {
  return Read(pool_, [&](Connection& c) { return postgres::SelectActiveBlocks(c); });
}

absl::StatusOr<std::vector<BlockRow>> PostgresStore::Blocks(const std::string& run_id) {
  RETURN_IF_ERROR(CheckCanBeStored(run_id));
  return Read(pool_, [&](Connection& c) { return SelectBlocks(c, run_id); });
}

absl::StatusOr<uint64_t> PostgresStore::Lease(const BlockKey& key, const LeaseTerms& terms) {
  RETURN_IF_ERROR(CheckId(terms.machine, "the id of a machine"));
  RETURN_IF_ERROR(CheckCanBeStored(key.run_id));
  uint64_t token = 0;
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(token, LeaseBlock(c, key, terms));
    return absl::OkStatus();
  }));
  changes_.Note();
  listener_.Tell();
  return token;
}

absl::StatusOr<std::optional<ClaimedBlock>> PostgresStore::Claim(
    const std::vector<BlockKey>& candidates, const LeaseTerms& terms) {
  RETURN_IF_ERROR(CheckId(terms.machine, "the id of a machine"));
  std::optional<ClaimedBlock> claimed;
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(claimed, ClaimBlock(c, candidates, terms));
    return absl::OkStatus();
  }));
  if (claimed.has_value()) {
    changes_.Note();
    listener_.Tell();
  }
  return claimed;
}

absl::Status PostgresStore::Renew(const BlockKey& key, uint64_t fencing_token, absl::Time expires) {
  RETURN_IF_ERROR(CheckCanBeStored(key.run_id));
  return pool_.Write([&](Connection& c) { return RenewBlock(c, key, fencing_token, expires); });
}

absl::Status PostgresStore::Requeue(const BlockKey& key, uint64_t fencing_token) {
  RETURN_IF_ERROR(CheckCanBeStored(key.run_id));
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) { return RequeueBlock(c, key, fencing_token); }));
  changes_.Note();
  return absl::OkStatus();
}

absl::Status PostgresStore::Finish(const BlockKey& key, uint64_t fencing_token,
                                   const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, EncodeRecords(key, records));
  RETURN_IF_ERROR(CheckCanBeStored(key.run_id));
  RETURN_IF_ERROR(pool_.Write(
      [&](Connection& c) { return FinishBlock(c, key, fencing_token, records, payloads); }));
  changes_.Note();
  listener_.Tell();
  return absl::OkStatus();
}

absl::Status PostgresStore::KeepSuperseded(const BlockKey& key,
                                           const std::vector<v1::RunRecord>& records) {
  ASSIGN_OR_RETURN(const std::vector<std::string> payloads, EncodeRecords(key, records));
  RETURN_IF_ERROR(CheckCanBeStored(key.run_id));
  return pool_.Write(
      [&](Connection& c) { return KeepSupersededRecords(c, key, records, payloads); });
}

absl::Status PostgresStore::RestartCell(const std::string& run_id, uint32_t cell,
                                        const std::string& machine, uint32_t epoch) {
  RETURN_IF_ERROR(CheckId(machine, "the id of a machine"));
  RETURN_IF_ERROR(CheckCanBeStored(run_id));
  RETURN_IF_ERROR(
      pool_.Write([&](Connection& c) { return RestartCellOf(c, run_id, cell, machine, epoch); }));
  changes_.Note();
  return absl::OkStatus();
}

absl::StatusOr<v1::Machine> PostgresStore::EnrollMachine(const v1::Machine& machine) {
  RETURN_IF_ERROR(CheckId(machine.id(), "the id of a machine"));
  ASSIGN_OR_RETURN(const std::string facts,
                   Encode(machine.facts(), absl::StrCat("machine ", machine.id())));
  ASSIGN_OR_RETURN(v1::Machine newest, Read(pool_, [&](Connection& c) {
                     return postgres::SelectNewestEpoch(c, machine.id());
                   }));
  for (int i = 0; i < kEnrollTries; ++i) {
    if (newest.epoch() > 0 && SameFacts(newest.facts(), machine.facts())) return newest;
    RETURN_IF_ERROR(pool_.Write([&](Connection& c) -> absl::Status {
      ASSIGN_OR_RETURN(newest, InsertEpoch(c, machine.id(), newest.epoch(), facts));
      return absl::OkStatus();
    }));
  }
  return absl::UnavailableError(absl::StrCat(
      "machine ", machine.id(),
      " is being enrolled with other facts again and again: do two machines have this id?"));
}

absl::StatusOr<std::vector<MachineStanding>> PostgresStore::ListMachines() {
  return Read(pool_, [&](Connection& c) { return postgres::SelectMachines(c); });
}

absl::Status PostgresStore::NoteSightings(const std::vector<MachineSighting>& sightings) {
  RETURN_IF_ERROR(CheckSightings(sightings));
  if (sightings.empty()) return absl::OkStatus();
  return pool_.Write([&](Connection& c) { return postgres::UpdateSightings(c, sightings); });
}

absl::Status PostgresStore::SetQuarantine(const std::string& machine_id,
                                          const std::string& reason) {
  RETURN_IF_ERROR(CheckId(machine_id, "the id of a machine"));
  return pool_.Write([&](Connection& c) { return UpdateQuarantine(c, machine_id, reason); });
}

absl::StatusOr<std::string> PostgresStore::ClaimBlobFolder(const std::string& name) {
  RETURN_IF_ERROR(CheckId(name, "the name of a folder of blobs"));
  std::string claimed;
  RETURN_IF_ERROR(pool_.Write([&](Connection& c) -> absl::Status {
    ASSIGN_OR_RETURN(claimed, postgres::InsertBlobFolder(c, name));
    return absl::OkStatus();
  }));
  return claimed;
}

absl::StatusOr<std::optional<absl::Time>> PostgresStore::SharedTime() {
  ASSIGN_OR_RETURN(const absl::Time time,
                   Read(pool_, [](Connection& c) { return postgres::SelectTime(c); }));
  return time;
}

uint64_t PostgresStore::WaitForChange(uint64_t seen, absl::Duration timeout) {
  return changes_.Await(seen, timeout);
}

}  // namespace benchcell
