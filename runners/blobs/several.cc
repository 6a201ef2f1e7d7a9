#include "runners/blobs/several.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace benchcell {

absl::Status ForEachOfSeveral(size_t count, size_t at_once,
                              const std::function<absl::Status(size_t)>& work) {
  std::mutex mutex;
  size_t next = 0;
  std::vector<absl::Status> ended(count);
  const auto take = [&] {
    std::unique_lock lock(mutex);
    while (next < count) {
      const size_t i = next++;
      lock.unlock();
      absl::Status status = work(i);
      lock.lock();
      if (!status.ok()) next = count;
      ended[i] = std::move(status);
    }
  };
  std::vector<std::thread> others;
  for (size_t i = 1; i < std::min(count, at_once); ++i) others.emplace_back(take);
  take();
  for (std::thread& other : others) other.join();
  for (const absl::Status& status : ended) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace benchcell
