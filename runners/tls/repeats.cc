#include "runners/tls/repeats.h"

namespace benchcell {
namespace {

// Stands for all events beyond the limit.
constexpr char kOthers[] = "";

}  // namespace

std::optional<int> Repeats::Count(const std::string& event, absl::Time now) {
  const absl::MutexLock lock(&mutex_);
  if (seen_.size() >= most_ && !seen_.contains(event)) {
    std::erase_if(seen_,
                  [&](const auto& entry) { return now - entry.second.written >= interval_; });
  }
  const bool full = seen_.size() >= most_ && !seen_.contains(event);
  const auto [entry, is_new] = seen_.try_emplace(full ? kOthers : event, Seen{now, 0});
  Seen& seen = entry->second;
  if (!is_new && now - seen.written < interval_) {
    ++seen.skipped;
    return std::nullopt;
  }
  const int skipped = seen.skipped;
  seen = {now, 0};
  return skipped;
}

}  // namespace benchcell
