#include "runners/callgrind/chunk_worker.h"

#include <algorithm>
#include <optional>

#include "runners/base/status_macros.h"
#include "runners/callgrind/file_part.h"

namespace benchcell {

ChunkWorker::ChunkWorker(const Chunking& chunking, size_t first)
    : chunking_(chunking), first_(first), thread_([this] { Run(); }) {}

ChunkWorker::~ChunkWorker() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

absl::StatusOr<ChunkResult> ChunkWorker::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return !results_.empty(); });
  absl::StatusOr<ChunkResult> result = std::move(results_.front());
  results_.pop_front();
  changed_.notify_all();
  return result;
}

void ChunkWorker::Run() {
  for (uint64_t chunk = first_; chunk < chunking_.chunks(); chunk += chunking_.workers) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || results_.size() < kAhead; });
      if (stop_) return;
    }
    absl::StatusOr<ChunkResult> result = Read(chunk);
    const std::lock_guard<std::mutex> lock(mutex_);
    results_.push_back(std::move(result));
    changed_.notify_all();
  }
}

absl::StatusOr<ChunkResult> ChunkWorker::Read(uint64_t chunk) {
  const uint64_t size = chunking_.chunk_size;
  ChunkResult result;
  const auto find = [this, size](uint64_t which) {
    return FindPart(chunking_.descriptor, chunking_.name, which * size, (which + 1) * size);
  };
  if (chunk == 0) {
    result.begin = 0;
  } else {
    ASSIGN_OR_RETURN(const std::optional<uint64_t> begin, find(chunk));
    if (!begin.has_value()) {
      result.clean = true;
      return result;
    }
    result.begin = *begin;
  }
  uint64_t end = chunking_.file_size;
  for (uint64_t next = chunk + 1; next < chunking_.chunks(); ++next) {
    ASSIGN_OR_RETURN(const std::optional<uint64_t> begin, find(next));
    if (!begin.has_value()) continue;
    end = *begin;
    break;
  }
  FilePart source(chunking_.descriptor, chunking_.name, result.begin, end);
  ProfileReaderOptions options;
  if (chunk > 0) options.lines_before = 0;
  options.frames = &frames_;
  options.buffers = &buffers_;
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
  for (; known_frames_ < frames_.frames(); ++known_frames_) {
    result.new_frames.emplace_back(frames_.object_name(frames_.object(known_frames_)),
                                   frames_.function(known_frames_));
  }
  result.clean = true;
  result.header = reader.header();
  result.lines = reader.lines();
  return result;
}

}  // namespace benchcell
