// Notices when a run stops getting on.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_PROGRESS_WATCH_H_
#define BENCHCELL_RUNNERS_COORDINATOR_PROGRESS_WATCH_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace benchcell {

// Not thread-safe.
class ProgressWatch {
 public:
  // How far a run is: numbers of which at least one grows when it gets on.
  struct Mark {
    uint64_t runs_done = 0;
    uint64_t attempts = 0;

    friend bool operator==(const Mark&, const Mark&) = default;
  };

  // Called again and again with all active runs; forgets the others.
  void Note(const std::map<std::string, Mark>& runs, absl::Time now);

  // When a run last got on, or was first noted; InfinitePast() for one that never was.
  absl::Time LastProgress(const std::string& run_id) const;

  // Runs that have not got on for longer than `limit`.
  std::vector<std::string> Stalled(absl::Time now, absl::Duration limit) const;

 private:
  struct Seen {
    Mark mark;
    absl::Time since;
  };
  std::map<std::string, Seen> seen_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_PROGRESS_WATCH_H_
