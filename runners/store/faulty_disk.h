// A disk under SQLite that fills up, or whose process is killed, at any write. Linked and
// installed, it is under every database of the process.

#ifndef BENCHCELL_RUNNERS_STORE_FAULTY_DISK_H_
#define BENCHCELL_RUNNERS_STORE_FAULTY_DISK_H_

#include <cstdint>

namespace benchcell {

class FaultyDisk {
 public:
  enum class Fault {
    // Writes fail for want of space, until the disk is healed.
    kFull,
    // Half of the write happens, and the process is gone (with kKilled as its exit code).
    kKill,
  };

  // Makes it the disk of databases that are opened from now on. Once per process.
  static void Install();

  // The fault strikes after so many more operations: writes, and with kKill also syncs, truncations
  // and deletions.
  static void FailAfter(int64_t operations, Fault fault);
  static void Heal();

  // Whether the fault has struck since FailAfter.
  static bool Struck();
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_FAULTY_DISK_H_
