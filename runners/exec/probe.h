// The parts of the probe (probe.cc). Each prints to standard output or returns its exit code.

#ifndef BENCHCELL_RUNNERS_EXEC_PROBE_H_
#define BENCHCELL_RUNNERS_EXEC_PROBE_H_

namespace benchcell {

// One line `NAME VALUE` for each: umask, nice, group (`own` or `another`), terminal (`none` or
// `some`), oom, core, files, file-size, stack.
void PrintSurroundings();

// `UID GID`, as the program sees them, and the owner of the current directory.
void PrintUser();

// One line for each network interface.
void PrintInterfaces();

// Serves and connects on 127.0.0.1, and on ::1 where there is one. 0 if the bytes came through.
int TalkOverLoopback();

// To a port of 127.0.0.1. 0 if someone accepts, else 1.
int Connect(int port);

// Starts children that wait for ever, then waits itself; 4 if one could not be started.
int StartProcesses(int count);

// Each of `count` processes fills so much memory; then all wait for ever. 5 if this one could not.
int UseMemory(int mib, int count);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_PROBE_H_
