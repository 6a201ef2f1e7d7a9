#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "runners/exec/process_table.h"

namespace benchcell {

bool ParseProcessStat(std::string_view text, ProcessEntry* entry) {
  const size_t name_end = text.rfind(')');
  if (name_end == std::string_view::npos) return false;
  const std::string start(text.substr(0, name_end));
  const std::string rest(text.substr(name_end + 1));
  char state = 0;
  int parent = 0;
  unsigned long long start_ticks = 0;
  long long threads = 0;
  long long resident_pages = 0;
  // Fields 3 (state), 4 (ppid), 20 (num_threads), 22 (starttime) and 24 (rss).
  const int found = std::sscanf(rest.c_str(),
                                " %c %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                                "%*s %lld %*s %llu %*s %lld",
                                &state, &parent, &threads, &start_ticks, &resident_pages);
  if (found != 5) return false;
  *entry = {std::atoi(start.c_str()),
            parent,
            state == 'Z' || state == 'X',
            start_ticks,
            threads,
            resident_pages};
  return entry->pid > 0;
}

bool ReadProcess(pid_t pid, ProcessEntry* entry) {
  char path[32];
  std::snprintf(path, sizeof(path), "/proc/%d/stat", pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char text[1024];
  const ssize_t size = read(fd, text, sizeof(text));
  close(fd);
  return size > 0 && ParseProcessStat({text, static_cast<size_t>(size)}, entry);
}

std::vector<ProcessEntry> ReadProcessTable() {
  std::vector<ProcessEntry> table;
  DIR* const directory = opendir("/proc");
  if (directory == nullptr) return table;
  while (const dirent* file = readdir(directory)) {
    const pid_t pid = std::atoi(file->d_name);
    ProcessEntry entry;
    if (pid > 0 && ReadProcess(pid, &entry)) table.push_back(entry);
  }
  closedir(directory);
  return table;
}

}  // namespace benchcell
