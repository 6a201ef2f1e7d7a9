#include "runners/exec/limit_watch.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runners/exec/descendants.h"

namespace benchcell {
namespace {

constexpr int kOutputs[] = {STDOUT_FILENO, STDERR_FILENO};

// 0 for what has none, a pipe or a terminal.
int64_t SizeOf(int file) {
  struct stat found;
  return fstat(file, &found) == 0 && S_ISREG(found.st_mode) ? found.st_size : 0;
}

// -1 if the system doesn't tell.
int64_t FreeBytes() {
  struct statvfs disk;
  if (statvfs(".", &disk) != 0) return -1;
  return static_cast<int64_t>(disk.f_bfree) * static_cast<int64_t>(disk.f_frsize);
}

}  // namespace

LimitWatch::LimitWatch(const ProcessLimits& limits, bool tree)
    : limits_(limits), tree_(tree), free_bytes_(FreeBytes()) {}

bool LimitWatch::OutputPassed() const {
  for (const int output : kOutputs) {
    if (SizeOf(output) > limits_.output_bytes) return true;
  }
  return false;
}

HitLimit LimitWatch::Look(int64_t now_ns) {
  if (now_ns < next_ns_) return HitLimit::kNone;
  next_ns_ = now_ns + kPeriodNs;
  if (OutputPassed()) return HitLimit::kOutput;
  const int64_t free_bytes = FreeBytes();
  if (free_bytes >= 0 && free_bytes_ - free_bytes > limits_.disk_bytes) return HitLimit::kDisk;
  if (!tree_ || ++looks_ % kTreePeriod != 0) return HitLimit::kNone;
  const TreeSize size = SizeOfDescendants();
  if (size.threads > limits_.processes) return HitLimit::kProcesses;
  if (limits_.memory_bytes > 0 && size.resident_bytes > limits_.memory_bytes) {
    return HitLimit::kMemory;
  }
  return HitLimit::kNone;
}

HitLimit LimitWatch::CutOutput() const {
  HitLimit hit = HitLimit::kNone;
  for (const int output : kOutputs) {
    if (SizeOf(output) <= limits_.output_bytes) continue;
    hit = HitLimit::kOutput;
    // A file that can't be cut is still told of.
    if (ftruncate(output, limits_.output_bytes) != 0) continue;
  }
  return hit;
}

}  // namespace benchcell
