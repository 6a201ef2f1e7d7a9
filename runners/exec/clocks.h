// Clocks and CPU times as nanoseconds. Free of libraries: the warden uses it.

#ifndef BENCHCELL_RUNNERS_EXEC_CLOCKS_H_
#define BENCHCELL_RUNNERS_EXEC_CLOCKS_H_

#include <sys/time.h>
#include <time.h>

#include <cstdint>

namespace benchcell {

inline int64_t ClockNs(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

inline int64_t ToNs(const timeval& time) {
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + int64_t{time.tv_usec} * 1'000;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_CLOCKS_H_
