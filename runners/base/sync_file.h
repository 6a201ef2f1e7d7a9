// Waits until what was written to a file is on the disk.

#ifndef BENCHCELL_RUNNERS_BASE_SYNC_FILE_H_
#define BENCHCELL_RUNNERS_BASE_SYNC_FILE_H_

#include <fcntl.h>
#include <unistd.h>

namespace benchcell {

// As fsync: 0, or -1 and errno. On macOS an fsync alone leaves data in the disk's own cache, which
// a loss of power empties; disks that can't be told to write that out (of a network) get the fsync.
inline int SyncFile(int fd) {
#ifdef __APPLE__
  if (fcntl(fd, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(fd);
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_SYNC_FILE_H_
