// Whether there is room on the agent's disk. On a full one nothing can be measured, and what a
// program has left there can't be trusted.

#ifndef BENCHCELL_RUNNERS_AGENT_ROOM_H_
#define BENCHCELL_RUNNERS_AGENT_ROOM_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "absl/status/status.h"

namespace benchcell {

// Bytes that can still be written to the disk of a path; nothing if that can't be told.
using RoomProbe = std::function<std::optional<uint64_t>(const std::filesystem::path&)>;
std::optional<uint64_t> RoomOnDisk(const std::filesystem::path& path);

// A disk with less is full: the next piece of a file may not fit.
inline constexpr uint64_t kLeastRoom = 256 << 10;

// RESOURCE_EXHAUSTED if the disk of the path is full. One that can't be told is taken as it is.
absl::Status CheckRoom(const RoomProbe& room, const std::filesystem::path& path);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_ROOM_H_
