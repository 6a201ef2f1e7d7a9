// The store in one SQLite file: what a run without a lab uses, and a lab with one coordinator.
//
//     auto store = SqliteStore::Open(state_directory / "benchcell.db", {});
//
// Write-ahead log with full sync: OK means that the disk has it. Calls that write and arrive while
// another one commits are committed together. Reads see one state of the database and wait for no
// writer. Several processes may have the file open; what others write is looked for when someone
// asks for the newest change or waits for one, twenty times a second at most.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_STORE_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_STORE_H_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/changes.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/sqlite_writer.h"
#include "runners/store/store.h"
#include "runners/store/write_hook.h"

namespace benchcell {

struct SqliteStoreOptions {
  // How long a call waits for another process that writes before it is UNAVAILABLE.
  absl::Duration busy_timeout = absl::Seconds(10);
  // For tests; may be null. Must outlive the store.
  WriteHook* hook = nullptr;
};

class SqliteStore final : public Store {
 public:
  // Opens the store in this file; makes it, and the folders above it, if they aren't there. Beside
  // the file SQLite keeps two more, with `-wal` and `-shm` added to the name.
  // FAILED_PRECONDITION if it is the database of a newer benchcell or of another program;
  // PERMISSION_DENIED, or what the system says, if a folder or the file can't be made.
  static absl::StatusOr<std::unique_ptr<SqliteStore>> Open(const std::filesystem::path& file,
                                                           const SqliteStoreOptions& options);

  // Stores a run that was measured elsewhere or for another store, as it is: COMPLETE, with its
  // records and machines. ALREADY_EXISTS if the id is taken, also by the same run. INVALID_ARGUMENT
  // if it is no run that a store could have made: it isn't COMPLETE, a planned run of a block
  // hasn't exactly one record in force, or as CreateRun says. FAILED_PRECONDITION if the store
  // knows one of its machines in the same epoch with other facts.
  absl::Status ImportRun(const v1::ExperimentRun& run);

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
  SqliteStore(std::unique_ptr<sqlite::Connection> writer,
              std::unique_ptr<sqlite::Connection> reader,
              std::unique_ptr<sqlite::Connection> watcher, WriteHook* hook);

  // Runs the work as a change that wakes up whoever waits for one.
  absl::Status Change(sqlite::Writer::Work work);

  // Notes a change if the file has changed since the last look, which was a while ago.
  void LookForChanges();

  // Calls `work` in a transaction of the reading connection; `work` returns a StatusOr.
  template <typename Work>
  auto Read(const Work& work) -> decltype(work(std::declval<sqlite::Connection&>()));

  sqlite::Writer writer_;
  std::mutex reader_mutex_;
  // Under reader_mutex_.
  const std::unique_ptr<sqlite::Connection> reader_;

  Changes changes_;
  std::mutex watcher_mutex_;
  // All below are under watcher_mutex_.
  const std::unique_ptr<sqlite::Connection> watcher_;
  int64_t data_version_ = 0;
  std::chrono::steady_clock::time_point next_look_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_STORE_H_
