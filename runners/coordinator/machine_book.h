// The machines of a lab: their epochs, when they were last heard of, through which agent, and which
// of them are quarantined. The store has all that for every coordinator on it; this is what one of
// them knows of it, in memory. Blocks that failed are counted by each for itself, and anew when it
// starts.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_MACHINE_BOOK_H_
#define BENCHCELL_RUNNERS_COORDINATOR_MACHINE_BOOK_H_

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/coordinator/block_board.h"
#include "runners/store/store.h"

namespace benchcell {

// A machine that could not measure blocks of so many different cells in a row gets no more: it is
// the machine's fault, not theirs. A cell that no machine can measure is given up before that
// (kMaxFailures), unless there are as many of them.
inline constexpr size_t kMaxFailedCells = 4;

// Who was silent for so long is no longer listed.
inline constexpr absl::Duration kForgottenAfter = absl::Hours(24 * 30);

// Thread-safe.
class MachineBook {
 public:
  // What is known of a machine.
  struct Entry {
    v1::Machine machine;
    absl::Time last_seen;
    // Why it gets no leases; empty if it does.
    std::string quarantine;
    // The agent that speaks for it, and the last one that was refused since it did, too.
    std::string agent;
    std::string refused_agent;
    absl::Time refused = absl::InfinitePast();
    // Whether the last word came to this coordinator rather than to another one.
    bool is_own = false;
    // Of the last sighting that the store was told of, or has told.
    absl::Time stored_sighting = absl::InfinitePast();
  };

  // An agent that is silent for longer than `silence` no longer speaks for its machine. The store
  // outlives the book.
  MachineBook(Store& store, absl::Duration silence) : store_(store), silence_(silence) {}

  // Notes that a machine was heard of. Stores it if it is new or its facts have changed; returns it
  // with its epoch. `agent` says which one speaks for it. ALREADY_EXISTS while another one does:
  // whoever copies a machine's certificate makes two machines one, and each would take the other's
  // leases away.
  absl::StatusOr<v1::Machine> Enroll(const v1::Machine& machine, const std::string& agent,
                                     absl::Time now);

  // Tells the store who was heard of here, and takes over what other coordinators have told it.
  // Does nothing when that was done a moment ago: to be called every second or so.
  absl::Status Exchange(absl::Time now);

  // All, by name, those without one by id.
  std::vector<Entry> Entries();
  std::optional<Entry> Find(const std::string& id);
  // A sentence for each machine for which two agents speak, for people.
  std::vector<std::string> Doubles(absl::Time now);
  // How many were heard of at or after `since`.
  size_t CountSeen(absl::Time since);

  // What became of a block on a machine. Returns the reason if it is quarantined now and was not
  // before.
  void NoteMeasured(const std::string& id);
  absl::StatusOr<std::optional<std::string>> NoteFailed(const std::string& id, const CellKey& cell,
                                                        const std::string& message);

  // By id or name. NOT_FOUND if there is no such machine.
  absl::Status Release(const std::string& machine);

 private:
  // Takes over what the store knows of a machine that was heard of elsewhere. With mutex_ held.
  void TakeOver(const MachineStanding& standing, absl::Time now, Entry& entry) const;

  Store& store_;
  const absl::Duration silence_;
  // Held during an exchange.
  std::mutex exchange_mutex_;
  absl::Time exchanged_ = absl::InfinitePast();

  std::mutex mutex_;
  // All below are under mutex_, by id.
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::set<CellKey>> failed_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_MACHINE_BOOK_H_
