// Threads that read the chunks of a profile.
//
// A file is cut into chunks of equal size; what belongs to a chunk are the parts that begin in it.
// Whichever thread is free reads the next one, and all of them together are a few chunks ahead of
// who takes them.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKERS_H_
#define BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKERS_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/callgrind/frame_table.h"
#include "runners/callgrind/line_blocks.h"
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
  // Which thread has read it, from 0.
  size_t worker = 0;
  ProfileHeader header;
  int64_t lines = 0;
  // Lines count from the chunk's first, frames as the thread does.
  std::vector<ProfilePart> parts;
  // Functions that this worker has met for the first time, as it numbers them: object file and
  // name.
  std::vector<std::pair<std::string, std::string>> new_frames;
};

class ChunkWorkers {
 public:
  explicit ChunkWorkers(const Chunking& chunking);
  // Ends after the chunks at hand, whether or not there are more.
  ~ChunkWorkers();

  // Waits for the next chunk; to be called once for each. Errors are those of reading.
  absl::StatusOr<ChunkResult> Take();

 private:
  // Chunks for each thread.
  static constexpr uint64_t kAhead = 2;

  // What a thread keeps from chunk to chunk.
  struct Worker {
    size_t number = 0;
    FrameTable frames;
    uint32_t known_frames = 0;
    LineBuffers buffers;
  };

  void Run(size_t number);
  absl::StatusOr<ChunkResult> Read(uint64_t chunk, Worker& worker) const;
  // Where the chunk's parts begin and end; none if none begins in it.
  absl::StatusOr<std::optional<std::pair<uint64_t, uint64_t>>> Bounds(uint64_t chunk) const;

  const Chunking chunking_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Under the mutex: the next chunk to be read and the next to be taken, and what lies between.
  uint64_t next_ = 0;
  uint64_t taken_ = 0;
  std::map<uint64_t, absl::StatusOr<ChunkResult>> results_;
  bool stop_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_CHUNK_WORKERS_H_
