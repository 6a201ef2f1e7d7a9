// The processes of this machine. Free of libraries: the warden uses it.

#ifndef BENCHCELL_RUNNERS_EXEC_PROCESS_TABLE_H_
#define BENCHCELL_RUNNERS_EXEC_PROCESS_TABLE_H_

#include <sys/types.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace benchcell {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  // Ended, but not waited for.
  bool zombie = false;
  // Linux: clock ticks after boot. macOS: microseconds since 1970. With the pid it names a process
  // for good.
  uint64_t start_ticks = 0;
  // 0 for processes that the system doesn't let this one look into (macOS: those of others).
  int64_t threads = 0;
  // Memory that it has in use, shared pages included; 0 as above.
  int64_t resident_pages = 0;

  friend bool operator==(const ProcessEntry&, const ProcessEntry&) = default;
};

// Linux only. From the text of /proc/PID/stat (man 5 proc). False if it isn't one. The name in it
// may hold spaces and parentheses.
bool ParseProcessStat(std::string_view text, ProcessEntry* entry);

// False if there is no such process any more.
bool ReadProcess(pid_t pid, ProcessEntry* entry);

// All of them, in the system's order. Some microseconds for each process.
std::vector<ProcessEntry> ReadProcessTable();

// `roots` that are in the table, and everything below them; zombies too.
std::vector<ProcessEntry> Subtrees(const std::vector<ProcessEntry>& table,
                                   const std::vector<pid_t>& roots);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_PROCESS_TABLE_H_
