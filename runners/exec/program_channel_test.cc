#include "runners/exec/program_channel.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "runners/exec/unique_fd.h"

namespace benchcell {
namespace {

class ProgramChannelTest : public testing::Test {
 protected:
  std::string Written() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  const std::string path_ = testing::TempDir() + "/reports";
  const UniqueFd file_{open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)};
};

// A descriptor that the program might have, outside of those in use.
constexpr int kHandedOver = 77;

constexpr int64_t kPlenty = 1 << 20;

TEST_F(ProgramChannelTest, WithoutAFileThereIsNone) {
  ProgramChannel channel(-1, kPlenty);
  EXPECT_EQ(channel.Open(), 0);
  EXPECT_EQ(channel.fd(), -1);
  EXPECT_EQ(channel.HandOver(kHandedOver), 0);
  EXPECT_EQ(fcntl(kHandedOver, F_GETFD), -1);
  channel.Finish(0);
  EXPECT_EQ(channel.error(), 0);
}

TEST_F(ProgramChannelTest, OnlyTheHandedOverEndSurvivesAnExec) {
  ProgramChannel channel(file_.get(), kPlenty);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  const UniqueFd handed_over(kHandedOver);
  EXPECT_EQ(fcntl(kHandedOver, F_GETFD), 0);
  EXPECT_EQ(fcntl(channel.fd(), F_GETFD), FD_CLOEXEC);
}

TEST_F(ProgramChannelTest, TakesWhatIsThereWithoutWaiting) {
  ProgramChannel channel(file_.get(), kPlenty);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  const UniqueFd handed_over(kHandedOver);
  channel.Take();
  EXPECT_EQ(Written(), "");
  ASSERT_EQ(write(kHandedOver, "one\n", 4), 4);
  channel.Take();
  EXPECT_EQ(Written(), "one\n");
  EXPECT_GE(channel.fd(), 0);
}

TEST_F(ProgramChannelTest, IsDoneOnceAllHoldersAreGone) {
  ProgramChannel channel(file_.get(), kPlenty);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  channel.CloseProgramEnd();
  ASSERT_EQ(write(kHandedOver, "last\n", 5), 5);
  close(kHandedOver);
  channel.Finish(60'000);
  EXPECT_EQ(channel.fd(), -1);
  EXPECT_EQ(Written(), "last\n");
}

TEST_F(ProgramChannelTest, AHolderThatStaysIsNotWaitedForLongerThanTheGrace) {
  ProgramChannel channel(file_.get(), kPlenty);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  const UniqueFd handed_over(kHandedOver);
  channel.CloseProgramEnd();
  ASSERT_EQ(write(kHandedOver, "last\n", 5), 5);
  channel.Finish(20);
  EXPECT_GE(channel.fd(), 0) << "the holder is still there";
  EXPECT_EQ(Written(), "last\n");
}

TEST_F(ProgramChannelTest, TakesNoMoreThanItsLimit) {
  ProgramChannel channel(file_.get(), 6);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  const UniqueFd handed_over(kHandedOver);
  ASSERT_EQ(write(kHandedOver, "abcd", 4), 4);
  channel.Take();
  ASSERT_EQ(write(kHandedOver, "ef", 2), 2);
  channel.Take();
  EXPECT_FALSE(channel.full()) << "exactly the limit";
  ASSERT_EQ(write(kHandedOver, "gh", 2), 2);
  channel.Take();
  EXPECT_TRUE(channel.full());
  EXPECT_EQ(Written(), "abcdef");
  EXPECT_EQ(channel.error(), 0);
}

TEST_F(ProgramChannelTest, AFailedWriteIsToldAndTheRestThrownAway) {
  const UniqueFd full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(full.valid());
  ProgramChannel channel(full.get(), kPlenty);
  ASSERT_EQ(channel.Open(), 0);
  ASSERT_EQ(channel.HandOver(kHandedOver), 0);
  channel.CloseProgramEnd();
  ASSERT_EQ(write(kHandedOver, "lost\n", 5), 5);
  channel.Take();
  EXPECT_EQ(channel.error(), ENOSPC);
  ASSERT_EQ(write(kHandedOver, "lost\n", 5), 5);
  close(kHandedOver);
  channel.Finish(60'000);
  EXPECT_EQ(channel.fd(), -1);
}

}  // namespace
}  // namespace benchcell
