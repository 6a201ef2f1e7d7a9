// What a run may use. The numbers that stand for "not told" are those that cell.proto promises.

#ifndef BENCHCELL_RUNNERS_EXEC_PROCESS_LIMITS_H_
#define BENCHCELL_RUNNERS_EXEC_PROCESS_LIMITS_H_

#include <cstdint>

namespace benchcell {

// All above 0, but for memory_bytes. cell.proto (Limits) tells how each is held.
struct ProcessLimits {
  // Of each of standard output, standard error and channel; at most file_bytes.
  int64_t output_bytes = int64_t{64} << 20;
  // Of any one file.
  int64_t file_bytes = int64_t{4} << 30;
  // By which the disk of the working directory may become fuller.
  int64_t disk_bytes = int64_t{16} << 30;
  // Of each process.
  int64_t open_files = 65536;
  // And threads, of the whole tree.
  int64_t processes = 4096;
  // Of the whole tree; 0 for as much as there is.
  int64_t memory_bytes = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_PROCESS_LIMITS_H_
