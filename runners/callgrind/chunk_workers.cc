#include "runners/callgrind/chunk_workers.h"

#include "runners/base/status_macros.h"
#include "runners/callgrind/file_part.h"

namespace benchcell {

ChunkWorkers::ChunkWorkers(const Chunking& chunking) : chunking_(chunking) {
  for (size_t i = 0; i < chunking.workers; ++i) threads_.emplace_back([this, i] { Run(i); });
}

ChunkWorkers::~ChunkWorkers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

absl::StatusOr<ChunkResult> ChunkWorkers::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return results_.count(taken_) > 0; });
  auto node = results_.extract(taken_);
  ++taken_;
  changed_.notify_all();
  return std::move(node.mapped());
}

void ChunkWorkers::Run(size_t number) {
  Worker worker;
  worker.number = number;
  while (true) {
    uint64_t chunk = 0;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] {
        return stop_ || next_ == chunking_.chunks() || next_ < taken_ + kAhead * chunking_.workers;
      });
      if (stop_ || next_ == chunking_.chunks()) return;
      chunk = next_++;
    }
    absl::StatusOr<ChunkResult> result = Read(chunk, worker);
    const std::lock_guard<std::mutex> lock(mutex_);
    results_.emplace(chunk, std::move(result));
    changed_.notify_all();
  }
}

absl::StatusOr<std::optional<std::pair<uint64_t, uint64_t>>> ChunkWorkers::Bounds(
    uint64_t chunk) const {
  const auto find = [this](uint64_t which) {
    return FindPart(chunking_.descriptor, chunking_.name, which * chunking_.chunk_size,
                    (which + 1) * chunking_.chunk_size);
  };
  uint64_t begin = 0;
  if (chunk > 0) {
    ASSIGN_OR_RETURN(const std::optional<uint64_t> first, find(chunk));
    if (!first.has_value()) return std::nullopt;
    begin = *first;
  }
  for (uint64_t next = chunk + 1; next < chunking_.chunks(); ++next) {
    ASSIGN_OR_RETURN(const std::optional<uint64_t> end, find(next));
    if (end.has_value()) return std::pair(begin, *end);
  }
  return std::pair(begin, chunking_.file_size);
}

absl::StatusOr<ChunkResult> ChunkWorkers::Read(uint64_t chunk, Worker& worker) const {
  ChunkResult result;
  result.worker = worker.number;
  ASSIGN_OR_RETURN(const auto bounds, Bounds(chunk));
  if (!bounds.has_value()) {
    result.clean = true;
    return result;
  }
  result.begin = bounds->first;
  FilePart source(chunking_.descriptor, chunking_.name, bounds->first, bounds->second);
  ProfileReaderOptions options;
  if (chunk > 0) options.lines_before = 0;
  options.frames = &worker.frames;
  options.buffers = &worker.buffers;
  ProfileReader reader(source, chunking_.name, options);
  while (true) {
    const absl::StatusOr<bool> any = reader.Next();
    // Read in a row, it will show again, with its place in the file.
    if (!any.ok()) return result;
    if (!*any) break;
    const ProfilePart& part = reader.part();
    if (part.forged || part.retracts || !part.fault.empty()) return result;
    result.parts.push_back(reader.TakePart());
  }
  if (reader.abbreviates()) return result;
  for (uint32_t& known = worker.known_frames; known < worker.frames.frames(); ++known) {
    result.new_frames.emplace_back(worker.frames.object_name(worker.frames.object(known)),
                                   worker.frames.function(known));
  }
  result.clean = true;
  result.header = reader.header();
  result.lines = reader.lines();
  return result;
}

}  // namespace benchcell
