// A thread that reads some of the chunks of a profile.
//
// A file is cut into chunks of equal size; what belongs to a chunk are the parts that begin in it.
// A worker of `workers` reads every `workers`-th of them, and is at most two ahead of who takes
// them.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKER_H_
#define BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKER_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/callgrind/frame_table.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell {

struct Chunking {
  int descriptor = -1;
  std::string name;
  uint64_t file_size = 0;
  uint64_t chunk_size = 0;
  size_t workers = 0;

  uint64_t chunks() const { return (file_size + chunk_size - 1) / chunk_size; }
};

struct ChunkResult {
  // Where the first of its parts begins; UINT64_MAX if none does.
  uint64_t begin = UINT64_MAX;
  // Whether it was read to the end as if nothing stood before it. Otherwise all below is unset, and
  // what it says is only known if the file is read in a row.
  bool clean = false;
  ProfileHeader header;
  int64_t lines = 0;
  // Lines count from the chunk's first, frames as the worker does.
  std::vector<ProfilePart> parts;
  // Functions that this worker has met for the first time, as it numbers them: object file and
  // name.
  std::vector<std::pair<std::string, std::string>> new_frames;
};

class ChunkWorker {
 public:
  // Reads the chunks `first`, `first` + workers, ...
  ChunkWorker(const Chunking& chunking, size_t first);
  // Ends after the chunk at hand, whether or not there are more.
  ~ChunkWorker();

  // Waits for the next of its chunks; to be called once for each. Errors are those of reading.
  absl::StatusOr<ChunkResult> Take();

 private:
  static constexpr size_t kAhead = 2;

  void Run();
  absl::StatusOr<ChunkResult> Read(uint64_t chunk);

  const Chunking chunking_;
  const size_t first_;
  // The thread's.
  FrameTable frames_;
  LineBuffers buffers_;
  uint32_t known_frames_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Under the mutex.
  std::deque<absl::StatusOr<ChunkResult>> results_;
  bool stop_ = false;

  std::thread thread_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKER_H_
