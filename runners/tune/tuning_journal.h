// What a tuner changes, on disk before it changes anything, so that whoever comes after a crash can
// undo it.

#ifndef BENCHCELL_RUNNERS_TUNE_TUNING_JOURNAL_H_
#define BENCHCELL_RUNNERS_TUNE_TUNING_JOURNAL_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

struct Change {
  std::string setting;
  // Before the tuner came, and what it sets.
  std::string before;
  std::string tuned;

  bool operator==(const Change&) const = default;
};

class TuningJournal {
 public:
  virtual ~TuningJournal() = default;
  // Empty if nothing has to be undone.
  virtual absl::StatusOr<std::vector<Change>> Load() = 0;
  // After OK, `changes` is what Load gives, whatever crashes.
  virtual absl::Status Save(const std::vector<Change>& changes) = 0;
};

class FileJournal : public TuningJournal {
 public:
  // `boot`: what is different after the machine was started anew, which undoes all changes by
  // itself: a journal of another boot is as none.
  FileJournal(std::filesystem::path path, std::string boot);

  // DATA_LOSS if the file isn't what Save wrote.
  absl::StatusOr<std::vector<Change>> Load() override;
  absl::Status Save(const std::vector<Change>& changes) override;

 private:
  const std::filesystem::path path_;
  const std::string boot_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_TUNING_JOURNAL_H_
