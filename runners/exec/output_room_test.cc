#include "runners/exec/output_room.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runners/exec/unique_fd.h"

namespace benchcell {
namespace {

constexpr uint64_t kBytes = 256 << 10;

struct stat Look(const UniqueFd& file) {
  struct stat found;
  EXPECT_EQ(fstat(file.get(), &found), 0);
  return found;
}

uint64_t BytesOnDisk(const UniqueFd& file) {
  return static_cast<uint64_t>(Look(file).st_blocks) * 512;
}

TEST(OutputRoom, IsTakenWithoutASizeAndGivenBack) {
  const std::string path = testing::TempDir() + "/output";
  const UniqueFd file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644));
  ASSERT_TRUE(TakeOutputRoom(file.get(), kBytes, path).ok());
  EXPECT_EQ(Look(file).st_size, 0);
  if (BytesOnDisk(file) == 0) GTEST_SKIP() << "this disk can't take room in advance";
  EXPECT_GE(BytesOnDisk(file), kBytes);
  ASSERT_EQ(write(file.get(), "hello", 5), 5);
  GiveOutputRoomBack(file.get());
  EXPECT_EQ(Look(file).st_size, 5);
  EXPECT_LT(BytesOnDisk(file), kBytes);
}

TEST(OutputRoom, OfMoreThanThereIsIsRefused) {
  const std::string path = testing::TempDir() + "/large";
  const UniqueFd file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644));
  const absl::Status taken = TakeOutputRoom(file.get(), uint64_t{1} << 50, path);
  if (taken.ok()) GTEST_SKIP() << "this disk can't take room in advance";
  EXPECT_EQ(taken.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(taken.message().find(path), std::string::npos);
}

TEST(OutputRoom, IsNoMatterForWhatIsNoFile) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  EXPECT_TRUE(TakeOutputRoom(writer.get(), kBytes, "pipe").ok());
  GiveOutputRoomBack(writer.get());
}

}  // namespace
}  // namespace benchcell
