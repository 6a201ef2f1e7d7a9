// A cgroup v2 of a run's own, where the machine lets us make one: it counts every process of the
// tree, also those that nobody waited for, and the peak memory of all together.

#ifndef BENCHCELL_RUNNERS_EXEC_RUN_CGROUP_H_
#define BENCHCELL_RUNNERS_EXEC_RUN_CGROUP_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell {

struct CgroupUsage {
  // Nanoseconds since the cgroup was made.
  int64_t user_ns = 0;
  int64_t system_ns = 0;
  // Bytes, page cache of the tree included.
  int64_t peak_memory_bytes = 0;
};

// Which limits a cgroup holds.
struct CgroupLimits {
  bool processes = false;
  bool memory = false;
};

class RunCgroup {
 public:
  // Makes `root`/benchcell-`name`. FAILED_PRECONDITION unless `root` is a folder of the cgroup v2
  // file system that hands the controllers cpu and memory on to its children; else the errors of
  // mkdir.
  static absl::StatusOr<std::unique_ptr<RunCgroup>> Create(const std::string& root,
                                                           const std::string& name);
  // Removes it; its processes must have ended.
  ~RunCgroup();
  RunCgroup(const RunCgroup&) = delete;
  RunCgroup& operator=(const RunCgroup&) = delete;

  const std::string& directory() const { return directory_; }
  // A process joins by writing `0` here.
  std::string procs_file() const { return directory_ + "/cgroup.procs"; }

  // Before a process joins. `memory_bytes` 0: no limit of memory; else none is taken from swap
  // either. What couldn't be set (no controller pids, say) is false.
  CgroupLimits Limit(int64_t processes, int64_t memory_bytes) const;

  // Whether the kernel has refused a process, or ended one for want of memory.
  CgroupLimits Hit() const;

  // From cpu.stat and memory.peak. NOT_FOUND if one is missing (memory.peak: Linux before 5.19),
  // DATA_LOSS if it isn't what cgroup-v2.rst of Linux describes.
  absl::StatusOr<CgroupUsage> Read() const;

 private:
  explicit RunCgroup(std::string directory);
  const std::string directory_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_RUN_CGROUP_H_
