// Where experiments, their blocks and their records are kept. The coordinator's only durable state
// beside the blobs.
//
// Every call is one transaction: it happened as a whole, durably, when it returns OK, and not at
// all when it returns one of the errors below that the store itself decides on. Where the database
// fails (RESOURCE_EXHAUSTED, UNAVAILABLE, INTERNAL) nothing is seen of the call by whoever reads
// the same store afterwards, but a connection or a disk lost in the very act of committing can't
// tell: then it happened as a whole or not at all, and whoever wants to know reads again.
// Transitions of a block are writes filtered by the state and the fencing token that the caller
// believes to be in force, so a caller that acts on old knowledge changes nothing:
//
//     PENDING --Lease--> LEASED --Finish--> DONE
//       ^  ^                |                |
//       |  +----Requeue-----+                |
//       +------------RestartCell-------------+
//
// Errors: NOT_FOUND for a run or block that isn't stored; ALREADY_EXISTS; ABORTED where the state
// or the token is no longer what the caller believed; INVALID_ARGUMENT for what would break a
// promise of this interface (each call says what), and for text that isn't UTF-8, which could be
// written but never read again; RESOURCE_EXHAUSTED for a full disk; UNAVAILABLE for a database that
// can't be reached, restarts, or is too busy: trying again later helps; INTERNAL, PERMISSION_DENIED
// and DATA_LOSS as the database has them, with its message and the name of its file or server.
//
// Ids are any UTF-8 text without a zero byte, the empty one too. Of two runs the newer one is that
// with the later `created`, of two with the same that which was stored later.
// Thread-safe, and so are several stores on one database, in one process or in several: see Claim
// and WaitForChange.

#ifndef BENCHCELL_RUNNERS_STORE_STORE_H_
#define BENCHCELL_RUNNERS_STORE_STORE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/machine.pb.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// A block is named by its run, cell and round.
struct BlockKey {
  std::string run_id;
  uint32_t cell = 0;
  uint32_t round = 0;

  friend bool operator==(const BlockKey&, const BlockKey&) = default;
};

enum class BlockState { kPending, kLeased, kDone };

// A block as it is stored.
struct BlockRow {
  BlockKey key;
  v1::Block block;
  BlockState state = BlockState::kPending;
  // Attempts begun so far; 0 before the first lease.
  uint32_t attempt = 0;
  // Token of the newest lease; 0 before the first.
  uint64_t fencing_token = 0;
  // Machine and epoch of the newest lease.
  std::string machine;
  uint32_t epoch = 0;
  // End of the newest lease, rounded down to microseconds.
  absl::Time lease_expires = absl::InfinitePast();
};

// What a new lease says.
struct LeaseTerms {
  std::string machine;
  uint32_t epoch = 0;
  absl::Time expires;
};

// What Claim leased.
struct ClaimedBlock {
  // Index into the candidates.
  size_t candidate = 0;
  uint64_t fencing_token = 0;
  // The attempt that began: 1 for the first one.
  uint32_t attempt = 0;

  friend bool operator==(const ClaimedBlock&, const ClaimedBlock&) = default;
};

// That a machine was heard of. Name and agent are UTF-8.
struct MachineSighting {
  std::string id;
  std::string name;
  // What speaks for it, for people.
  std::string agent;
  // In whole microseconds.
  absl::Time at;
};

// A machine as all coordinators of a store know it.
struct MachineStanding {
  // In its newest epoch, with the name of the last sighting.
  v1::Machine machine;
  // The last sighting; in the infinite past if there was none.
  std::string agent;
  absl::Time last_seen = absl::InfinitePast();
  // Why it gets no leases; empty if it does.
  std::string quarantine;
};

class Store {
 public:
  virtual ~Store() = default;

  // Stores a run with its cells, metrics and blocks: the run ACTIVE, all blocks pending.
  // `run.state`, `run.record` and `run.machine` are ignored. ALREADY_EXISTS if the id is taken.
  // INVALID_ARGUMENT if it has no blocks (it could never become COMPLETE), if two of them have the
  // same cell and round or the same position, or two planned runs of one the same position; if the
  // id, the digest or the experiment's name has a zero byte.
  virtual absl::Status CreateRun(const v1::ExperimentRun& run) = 0;

  // The newest run with this digest that is ACTIVE or CANCELLED.
  virtual absl::StatusOr<std::optional<std::string>> FindIncomplete(const std::string& digest) = 0;

  // Everything of a run: its blocks by position, its records (superseded ones too) by cell, round,
  // attempt and position, of those with the same the one in force first and the one that
  // RestartCell superseded last, and each enrolled machine and epoch that they name, by id and
  // epoch, with the name of its last sighting.
  virtual absl::StatusOr<v1::ExperimentRun> LoadRun(const std::string& run_id) = 0;

  // All runs, the newest first.
  virtual absl::StatusOr<std::vector<v1::RunSummary>> ListRuns() = 0;

  // ACTIVE -> CANCELLED or CANCELLED -> ACTIVE. ABORTED unless the run is in `from`.
  // INVALID_ARGUMENT for every other pair: only Finish makes a run COMPLETE, and nothing undoes it.
  virtual absl::Status SetRunState(const std::string& run_id, v1::RunState from,
                                   v1::RunState to) = 0;

  // The blocks of all ACTIVE runs, done ones too: by creation of the run, then by position.
  virtual absl::StatusOr<std::vector<BlockRow>> ActiveBlocks() = 0;

  // The blocks of one run, by position. NOT_FOUND if there is no such run.
  virtual absl::StatusOr<std::vector<BlockRow>> Blocks(const std::string& run_id) = 0;

  // PENDING -> LEASED, attempt + 1. Returns the new fencing token, above 0 and larger than every
  // earlier one of the store. ABORTED unless the block is pending and its run ACTIVE.
  virtual absl::StatusOr<uint64_t> Lease(const BlockKey& key, const LeaseTerms& terms) = 0;

  // Leases the first of `candidates` that can be leased, as Lease does; nothing if none can. It can
  // be if it is stored and pending, its run is ACTIVE, and no block of its cell is leased to, or
  // was done by, another machine or the same one in another epoch.
  //
  // For several coordinators that each decide from what they read a moment ago: two that want the
  // same block get different ones, and all blocks of a cell go to one machine and epoch although
  // neither saw the other's lease (which Lease doesn't look after: there the caller decides). Waits
  // for no other call on the same blocks: a candidate that another call holds right now is passed
  // over, so nothing may be claimed although a block is free a moment later. Time and the size of
  // the request grow with the candidates: hand over the best few hundred at most.
  virtual absl::StatusOr<std::optional<ClaimedBlock>> Claim(const std::vector<BlockKey>& candidates,
                                                            const LeaseTerms& terms) = 0;

  // Moves the end of a lease. ABORTED unless the block is leased with this token.
  virtual absl::Status Renew(const BlockKey& key, uint64_t fencing_token, absl::Time expires) = 0;

  // LEASED -> PENDING; machine, epoch, token and end of the lease stay to be read. ABORTED unless
  // the block is leased with this token.
  virtual absl::Status Requeue(const BlockKey& key, uint64_t fencing_token) = 0;

  // LEASED -> DONE with these records, in force whatever their `superseded` says; the last block of
  // a run makes it COMPLETE in the same transaction, also if it is CANCELLED. ABORTED unless the
  // block is leased with this token. Handing over the same token again after it succeeded is OK and
  // changes nothing, whatever the records and also if the run was cancelled since.
  // INVALID_ARGUMENT unless there is exactly one record for each planned run of the block, with the
  // block's cell, round and attempt.
  virtual absl::Status Finish(const BlockKey& key, uint64_t fencing_token,
                              const std::vector<v1::RunRecord>& records) = 0;

  // Keeps records of an attempt that was given up, marked as superseded, in whatever state the
  // block is. Keeping the same ones (cell, round, attempt, position) again changes nothing, nor
  // does keeping what is there already, in all of its content, since RestartCell superseded it.
  // They stand beside the records in force, even beside those of the same attempt, and never
  // replace one. INVALID_ARGUMENT if a record isn't of the block's cell and round.
  virtual absl::Status KeepSuperseded(const BlockKey& key,
                                      const std::vector<v1::RunRecord>& records) = 0;

  // Begins a cell anew that its machine will not finish: DONE -> PENDING for all of its blocks that
  // are done, and their records in force become superseded. The cell is bound to no machine then:
  // Claim gives it to any. Attempts and tokens go on from where they were; machine, epoch, token
  // and end of the lease stay to be read.
  //
  // ABORTED unless the run is ACTIVE and the cell has blocks that are pending, none that is leased,
  // and some that are done, all of these by this machine in this epoch. NOT_FOUND if no block of
  // the run is of this cell.
  virtual absl::Status RestartCell(const std::string& run_id, uint32_t cell,
                                   const std::string& machine, uint32_t epoch) = 0;

  // Stores a machine's facts. Returns it with its epoch: the last one if the facts are what they
  // were, one more otherwise, 1 for a new machine. `machine.epoch` is ignored.
  virtual absl::StatusOr<v1::Machine> EnrollMachine(const v1::Machine& machine) = 0;

  // Every machine that was ever enrolled, by id.
  virtual absl::StatusOr<std::vector<MachineStanding>> ListMachines() = 0;

  // Keeps the latest sighting of each machine; of one that was never enrolled, none. Several of one
  // machine in one call are not allowed (INVALID_ARGUMENT).
  virtual absl::Status NoteSightings(const std::vector<MachineSighting>& sightings) = 0;

  // An empty reason ends the quarantine. NOT_FOUND for a machine that was never
  // enrolled.
  virtual absl::Status SetQuarantine(const std::string& machine_id, const std::string& reason) = 0;

  // For the folder with the blobs that belong to this store, so that two coordinators with
  // different ones are told: the first name that was ever claimed, `name` if there was none.
  virtual absl::StatusOr<std::string> ClaimBlobFolder(const std::string& name) = 0;

  // The time by the clock that all who use the store have in common: that of its server. Nothing
  // for a file, whose users are on one machine.
  virtual absl::StatusOr<std::optional<absl::Time>> SharedTime() = 0;

  // Returns once the number of the newest change is above `seen`, or after the timeout; returns
  // that number. It starts above 0, so WaitForChange(0, any) says at once where it stands. Changes
  // are runs created, cancelled, resumed or completed, blocks leased, requeued or finished, and
  // cells begun anew, through whichever store on the database. The number belongs to this store
  // object and means nothing to another one.
  //
  // Changes made through this store are seen at once, those through others within half a second.
  // This only wakes up: it may return early although nothing changed, and changes are missed while
  // the database can't be reached (the number grows when it is back), so whoever waits also looks
  // by itself now and then. Any number of threads may wait; none may when the store is destroyed.
  virtual uint64_t WaitForChange(uint64_t seen, absl::Duration timeout) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_STORE_H_
