#include "runners/coordinator/progress_watch.h"

#include <utility>

namespace benchcell {

void ProgressWatch::Note(const std::map<std::string, Mark>& runs, absl::Time now) {
  std::map<std::string, Seen> seen;
  for (const auto& [run_id, mark] : runs) {
    const auto before = seen_.find(run_id);
    const bool stands = before != seen_.end() && before->second.mark == mark;
    seen[run_id] = {mark, stands ? before->second.since : now};
  }
  seen_ = std::move(seen);
}

absl::Time ProgressWatch::LastProgress(const std::string& run_id) const {
  const auto found = seen_.find(run_id);
  return found == seen_.end() ? absl::InfinitePast() : found->second.since;
}

std::vector<std::string> ProgressWatch::Stalled(absl::Time now, absl::Duration limit) const {
  std::vector<std::string> stalled;
  for (const auto& [run_id, seen] : seen_) {
    if (seen.since + limit < now) stalled.push_back(run_id);
  }
  return stalled;
}

}  // namespace benchcell
