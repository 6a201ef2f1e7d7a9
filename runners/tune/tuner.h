// Changes settings of the machine and puts them back, also after a crash: every old value is in the
// journal, on disk, before the first setting is touched. A setting that somebody else has changed
// meanwhile is theirs: it is left as it is, and the log says so.

#ifndef BENCHCELL_RUNNERS_TUNE_TUNER_H_
#define BENCHCELL_RUNNERS_TUNE_TUNER_H_

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "runners/tune/block_tuning.h"
#include "runners/tune/settings.h"
#include "runners/tune/tuning_journal.h"

namespace benchcell {

// What a setting should be while a block is measured.
struct Target {
  std::string setting;
  std::string value;
};

// Not thread-safe.
class Tuner : public BlockTuning {
 public:
  struct Parts {
    Settings& settings;
    TuningJournal& journal;
    std::vector<Target> targets;
    // Takes a line for people.
    std::function<void(const std::string&)> log;
  };
  // All parts outlive it.
  explicit Tuner(Parts parts) : parts_(std::move(parts)) {}
  // Undoes what is still in force.
  ~Tuner() override { End(); }

  // What a crashed predecessor left. Call before everything else. DATA_LOSS or a system's error if
  // its journal can't be read.
  absl::Status Recover();

  absl::Status Begin() override;
  void End() override;
  bool InForce() const { return in_force_; }

 private:
  // Puts back what `changes` changed. Those that couldn't be.
  std::vector<Change> Undo(const std::vector<Change>& changes);
  // Logs a line unless it did so before.
  void Say(const std::string& line);

  const Parts parts_;
  // As in the journal.
  std::vector<Change> changes_;
  bool in_force_ = false;
  std::set<std::string> said_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_TUNER_H_
