// Room on the disk for what a program is about to write to its outputs: so that a disk that others
// fill meanwhile doesn't cut them short, which nobody would see from outside.

#ifndef BENCHCELL_RUNNERS_EXEC_OUTPUT_ROOM_H_
#define BENCHCELL_RUNNERS_EXEC_OUTPUT_ROOM_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace benchcell {

// Of each output: more than most programs write, and little enough that two for each run are
// nothing.
inline constexpr uint64_t kOutputRoom = 64 << 10;

// Takes disk for the first `bytes` of the empty file, whose size stays 0. RESOURCE_EXHAUSTED,
// naming `path`, if there is no room. Where the system or its disk can't take room in advance, OK.
absl::Status TakeOutputRoom(int fd, uint64_t bytes, const std::string& path);

// Gives back what of it wasn't needed; the content stays.
void GiveOutputRoomBack(int fd);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_OUTPUT_ROOM_H_
