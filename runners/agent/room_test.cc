#include "runners/agent/room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(Room, IsThatOfThePathsDisk) {
  EXPECT_GT(*RoomOnDisk("/"), 0u);
  EXPECT_EQ(RoomOnDisk("/no/such/place"), std::nullopt);
}

TEST(Room, IsFullBelowALimit) {
  uint64_t left = kLeastRoom;
  const RoomProbe probe = [&](const std::filesystem::path& path) {
    EXPECT_EQ(path, "/place");
    return left;
  };
  EXPECT_TRUE(CheckRoom(probe, "/place").ok());
  --left;
  const absl::Status full = CheckRoom(probe, "/place");
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(full.message()), testing::HasSubstr("/place: the disk is full (262143"));
  EXPECT_TRUE(CheckRoom([](const auto&) { return std::nullopt; }, "/place").ok());
}

}  // namespace
}  // namespace benchcell
