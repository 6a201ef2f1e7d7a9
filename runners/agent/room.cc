#include "runners/agent/room.h"

#include <unistd.h>

#include <system_error>

#include "absl/strings/str_cat.h"

namespace benchcell {

std::optional<uint64_t> RoomOnDisk(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(path, error);
  if (error) return std::nullopt;
  // What is kept for root is room for it.
  return geteuid() == 0 ? space.free : space.available;
}

absl::Status CheckRoom(const RoomProbe& room, const std::filesystem::path& path) {
  const std::optional<uint64_t> left = room(path);
  if (!left.has_value() || *left >= kLeastRoom) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(path.string(), ": the disk is full (", *left, " bytes are left); make room"));
}

}  // namespace benchcell
