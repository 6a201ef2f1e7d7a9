// Needs the rights of root; where it has none, only that this is told.

#include "tests/chaos/network.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "runners/base/files.h"

namespace benchcell::chaos {
namespace {

constexpr int kShortMs = 200;
constexpr int kLongMs = 20'000;

int UdpSocket(const std::string& address, int port) {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<uint16_t>(port));
  inet_pton(AF_INET, address.c_str(), &place.sin_addr);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&place), sizeof(place)), 0);
  return fd;
}

void Send(int fd, const std::string& address, int port) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<uint16_t>(port));
  inet_pton(AF_INET, address.c_str(), &place.sin_addr);
  sendto(fd, "x", 1, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&place), sizeof(place));
}

// Whether something arrives; takes it all.
bool Arrives(int fd, int patience_ms) {
  pollfd ready{fd, POLLIN, 0};
  const bool arrived = poll(&ready, 1, patience_ms) > 0;
  char byte = 0;
  while (recv(fd, &byte, 1, MSG_DONTWAIT) > 0) {
  }
  return arrived;
}

class NetworkTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const absl::Status own = EnterOwnNamespaces(); !own.ok()) {
      GTEST_SKIP() << own << " (needs the rights of root)";
    }
    auto network = Network::Create(2, testing::TempDir() + "/network.log");
    ASSERT_TRUE(network.ok()) << network.status();
    network_ = std::move(*network);
    lab_ = UdpSocket(Network::LabAddress(0), 7000);
    // A socket stays in the namespace in which it was made.
    std::thread([this] {
      ASSERT_EQ(setns(network_->NamespaceOf(0), CLONE_NEWNET), 0);
      agent_ = UdpSocket("10.77.0.2", 7000);
    }).join();
  }

  // Sends until it arrives: a cable takes a moment to be up.
  bool ToLab() { return Passes(agent_, Network::LabAddress(0), lab_); }
  bool ToAgent() { return Passes(lab_, "10.77.0.2", agent_); }

  static bool Passes(int from, const std::string& address, int to) {
    for (int waited = 0; waited < kLongMs; waited += kShortMs) {
      Send(from, address, 7000);
      if (Arrives(to, kShortMs)) return true;
    }
    return false;
  }
  static bool IsLost(int from, const std::string& address, int to) {
    Send(from, address, 7000);
    return !Arrives(to, kShortMs);
  }

  std::unique_ptr<Network> network_;
  int lab_ = -1;
  int agent_ = -1;
};

TEST_F(NetworkTest, IsCutAndHealed) {
  EXPECT_TRUE(ToLab());
  EXPECT_TRUE(ToAgent());
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(network_->Cut(0).ok());
    EXPECT_TRUE(IsLost(agent_, Network::LabAddress(0), lab_));
    EXPECT_TRUE(IsLost(lab_, "10.77.0.2", agent_));
    ASSERT_TRUE(network_->Heal(0).ok());
    EXPECT_TRUE(ToLab());
    EXPECT_TRUE(ToAgent());
  }
}

TEST_F(NetworkTest, LosesAnswersOnly) {
  ASSERT_TRUE(network_->LoseAnswers(0).ok());
  EXPECT_TRUE(ToLab());
  EXPECT_TRUE(IsLost(lab_, "10.77.0.2", agent_));
  ASSERT_TRUE(network_->PassAnswers(0).ok());
  EXPECT_TRUE(ToAgent());
}

TEST_F(NetworkTest, HasADiskThatIsFullAtItsSize) {
  const std::filesystem::path disk = std::filesystem::path(testing::TempDir()) / "disk";
  ASSERT_TRUE(MountDisk(disk, 1 << 20).ok());
  EXPECT_EQ(WriteFile(disk / "file", std::string(2 << 20, 'x')).code(),
            absl::StatusCode::kResourceExhausted);
  ASSERT_TRUE(UnmountDisk(disk).ok());
  EXPECT_FALSE(std::filesystem::exists(disk / "file"));
}

}  // namespace
}  // namespace benchcell::chaos
