#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runners/exec/probe.h"

namespace benchcell {
namespace {

void PrintLimit(const char* name, int resource) {
  rlimit limit;
  getrlimit(resource, &limit);
  std::printf("%s %lld %lld\n", name, static_cast<long long>(limit.rlim_cur),
              static_cast<long long>(limit.rlim_max));
}

int OomAdjustment() {
  char text[16] = {};
  const int fd = open("/proc/self/oom_score_adj", O_RDONLY);
  if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0) return -1;
  close(fd);
  return std::atoi(text);
}

}  // namespace

void PrintSurroundings() {
  const mode_t mask = umask(0);
  std::printf("umask %03o\n", static_cast<unsigned>(mask));
  std::printf("nice %d\n", getpriority(PRIO_PROCESS, 0));
  std::printf("group %s\n", getpgrp() == getpid() ? "own" : "another");
  std::printf("terminal %s\n", open("/dev/tty", O_RDWR) < 0 ? "none" : "some");
  std::printf("oom %d\n", OomAdjustment());
  PrintLimit("core", RLIMIT_CORE);
  PrintLimit("files", RLIMIT_NOFILE);
  PrintLimit("file-size", RLIMIT_FSIZE);
  PrintLimit("stack", RLIMIT_STACK);
}

void PrintUser() {
  struct stat here = {};
  stat(".", &here);
  std::printf("%u %u %u\n", static_cast<unsigned>(getuid()), static_cast<unsigned>(getgid()),
              static_cast<unsigned>(here.st_uid));
}

}  // namespace benchcell
