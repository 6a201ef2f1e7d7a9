// The store in a PostgreSQL database: for a lab with several coordinators, any of which may be
// killed at any moment, and for one whose coordinator has no disk of its own.
//
//     auto store = PostgresStore::Open("postgres://lab@db.example/benchcell", {});
//
// OK means that the server has it on its disk (synchronous_commit; with synchronous standbys, on
// theirs), as far as the server itself keeps that promise: with `fsync = off` in its configuration
// no one does. PostgreSQL 12 or newer, database in UTF-8. Connections must last: a pooler that
// hands them from client to client (PgBouncer in transaction mode) breaks LISTEN and the schema's
// lock.
//
// A call that writes is one round trip and one transaction; PostgreSQL commits those of several
// connections together. While the server is away, each call waits for it for a few seconds, then
// says UNAVAILABLE; once it has been away for that long, calls say so at once, until it is back. No
// call hangs: statements, locks, connecting and silence have timeouts.
//
// Everything is in one PostgreSQL schema, made at the first Open by a user who may create one (or
// make it beforehand, owned by the user). The password, from the URI, ~/.pgpass or PGPASSWORD, is
// in no message.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_STORE_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_STORE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/changes.h"
#include "runners/store/postgres_listener.h"
#include "runners/store/postgres_pool.h"
#include "runners/store/store.h"
#include "runners/store/write_hook.h"

namespace benchcell {

struct PostgresStoreOptions {
  // Name of the PostgreSQL schema that holds the tables: two labs can share a database. At most 63
  // bytes.
  std::string schema = "benchcell";
  // Connections for calls, at most; there is one more that listens. Calls from more threads than
  // that wait for each other. At least 1.
  int max_connections = 8;
  // How long a call waits for a server that can't be reached.
  absl::Duration patience = absl::Seconds(5);
  // After this the server gives up a statement that works, or waits for a lock.
  absl::Duration statement_timeout = absl::Seconds(30);
  // For tests; may be null. Must outlive the store. Calls that write then take several round trips.
  WriteHook* hook = nullptr;
};

class PostgresStore final : public Store {
 public:
  // Opens the store at this address: a URI of libpq, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
  // with its parameters behind a `?`. Makes or migrates the tables.
  //   INVALID_ARGUMENT     the address or the schema's name is malformed
  //   UNAVAILABLE          the server can't be reached, or programs with an older schema run
  //   PERMISSION_DENIED    user, password, or missing rights
  //   FAILED_PRECONDITION  the schema is a newer benchcell's or another program's; no such
  //                        database; a server or an encoding that won't do
  static absl::StatusOr<std::unique_ptr<PostgresStore>> Open(const std::string& uri,
                                                             const PostgresStoreOptions& options);

  absl::Status CreateRun(const v1::ExperimentRun& run) override;
  absl::StatusOr<std::optional<std::string>> FindIncomplete(const std::string& digest) override;
  absl::StatusOr<v1::ExperimentRun> LoadRun(const std::string& run_id) override;
  absl::StatusOr<std::vector<v1::RunSummary>> ListRuns() override;
  absl::Status SetRunState(const std::string& run_id, v1::RunState from, v1::RunState to) override;
  absl::StatusOr<std::vector<BlockRow>> ActiveBlocks() override;
  absl::StatusOr<std::vector<BlockRow>> Blocks(const std::string& run_id) override;
  absl::StatusOr<uint64_t> Lease(const BlockKey& key, const LeaseTerms& terms) override;
  absl::StatusOr<std::optional<ClaimedBlock>> Claim(const std::vector<BlockKey>& candidates,
                                                    const LeaseTerms& terms) override;
  absl::Status Renew(const BlockKey& key, uint64_t fencing_token, absl::Time expires) override;
  absl::Status Requeue(const BlockKey& key, uint64_t fencing_token) override;
  absl::Status Finish(const BlockKey& key, uint64_t fencing_token,
                      const std::vector<v1::RunRecord>& records) override;
  absl::Status KeepSuperseded(const BlockKey& key,
                              const std::vector<v1::RunRecord>& records) override;
  absl::Status RestartCell(const std::string& run_id, uint32_t cell, const std::string& machine,
                           uint32_t epoch) override;
  absl::StatusOr<v1::Machine> EnrollMachine(const v1::Machine& machine) override;
  absl::StatusOr<std::vector<MachineStanding>> ListMachines() override;
  absl::Status NoteSightings(const std::vector<MachineSighting>& sightings) override;
  absl::Status SetQuarantine(const std::string& machine_id, const std::string& reason) override;
  absl::StatusOr<std::string> ClaimBlobFolder(const std::string& name) override;
  absl::StatusOr<std::optional<absl::Time>> SharedTime() override;
  uint64_t WaitForChange(uint64_t seen, absl::Duration timeout) override;

 private:
  PostgresStore(postgres::Pool::Connect connect, const PostgresStoreOptions& options);

  Changes changes_;
  postgres::Pool pool_;
  postgres::Listener listener_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_STORE_H_
