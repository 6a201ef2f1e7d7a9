// What the tests run: a program that shows what it was given, or that is hard to get rid of.
//
//   probe exit CODE | raise SIGNAL | env | cwd | fds | signals | copy-stdin
//   probe burn MS
//     uses that much CPU time
//   probe burn-in-grandchild MS
//     a grandchild does, and is waited for
//   probe linger FILE
//     ignores SIGTERM and SIGHUP, adds its process id to FILE, waits forever
//   probe group FILE
//     starts a lingering child in its own group, then lingers itself
//   probe daemon FILE
//     starts a lingering grandchild by double fork and setsid, then ends
//   probe bare-daemon FILE
//     the same, and the grandchild's environment is empty
//   probe linger-with-daemon FILE
//     as daemon, then lingers itself
//   probe surroundings | user | interfaces | loopback | connect PORT
//     see probe_surroundings.cc and probe_network.cc
//   probe processes COUNT | memory MIB COUNT
//     see probe_appetite.cc

#include "runners/exec/probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern char** environ;

namespace {

[[noreturn]] void Linger(const char* file) {
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  const std::string line = std::to_string(getpid()) + "\n";
  const int fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0 || write(fd, line.data(), line.size()) < 0) _exit(3);
  close(fd);
  for (;;) pause();
}

void AwaitLines(const char* file, int count) {
  for (;;) {
    FILE* const opened = std::fopen(file, "r");
    int lines = 0;
    for (int c; opened != nullptr && (c = std::fgetc(opened)) != EOF;) lines += c == '\n';
    if (opened != nullptr) std::fclose(opened);
    if (lines >= count) return;
    usleep(1000);
  }
}

void StartDaemon(char* self, char* file, bool bare) {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    char linger[] = "linger";
    char* const argv[] = {self, linger, file, nullptr};
    char* const none[] = {nullptr};
    execve(self, argv, bare ? none : environ);
    _exit(3);
  }
  waitpid(child, nullptr, 0);
  AwaitLines(file, 1);
}

void Burn(int milliseconds) {
  timespec used;
  do {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < milliseconds);
}

void BurnInGrandchild(int milliseconds) {
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      Burn(milliseconds);
      _exit(0);
    }
    waitpid(grandchild, nullptr, 0);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

void PrintDescriptors() {
  DIR* const directory = opendir("/proc/self/fd");
  while (const dirent* file = readdir(directory)) {
    const int fd = std::atoi(file->d_name);
    if (file->d_name[0] != '.' && fd != dirfd(directory)) std::printf("%d\n", fd);
  }
  closedir(directory);
}

void PrintSignals() {
  FILE* const status = std::fopen("/proc/self/status", "r");
  char line[256];
  while (std::fgets(line, sizeof(line), status) != nullptr) {
    if (std::strncmp(line, "SigBlk", 6) == 0 || std::strncmp(line, "SigIgn", 6) == 0) {
      std::fputs(line, stdout);
    }
  }
  std::fclose(status);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  char* const argument = argc > 2 ? argv[2] : argv[0];
  if (what == "exit") return std::atoi(argument);
  if (what == "raise") raise(std::atoi(argument));
  if (what == "env") {
    for (char** variable = environ; *variable != nullptr; ++variable) std::puts(*variable);
  }
  if (what == "cwd") {
    char path[4096];
    std::puts(getcwd(path, sizeof(path)));
  }
  if (what == "fds") PrintDescriptors();
  if (what == "signals") PrintSignals();
  if (what == "surroundings") benchcell::PrintSurroundings();
  if (what == "user") benchcell::PrintUser();
  if (what == "interfaces") benchcell::PrintInterfaces();
  if (what == "loopback") return benchcell::TalkOverLoopback();
  if (what == "connect") return benchcell::Connect(std::atoi(argument));
  if (what == "processes") return benchcell::StartProcesses(std::atoi(argument));
  if (what == "memory") return benchcell::UseMemory(std::atoi(argument), std::atoi(argv[3]));
  if (what == "copy-stdin") {
    for (int c; (c = std::getchar()) != EOF;) std::putchar(c);
  }
  if (what == "burn") Burn(std::atoi(argument));
  if (what == "burn-in-grandchild") BurnInGrandchild(std::atoi(argument));
  if (what == "linger") Linger(argument);
  if (what == "group") {
    if (fork() == 0) Linger(argument);
    AwaitLines(argument, 1);
    Linger(argument);
  }
  if (what == "daemon") StartDaemon(argv[0], argument, false);
  if (what == "bare-daemon") StartDaemon(argv[0], argument, true);
  if (what == "linger-with-daemon") {
    StartDaemon(argv[0], argument, false);
    Linger(argument);
  }
  return 0;
}
