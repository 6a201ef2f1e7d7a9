#include "tests/chaos/forwarder.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace benchcell::chaos {
namespace {

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Says its letter to whoever connects, then gives back what it gets.
class Echo {
 public:
  explicit Echo(char letter) : letter_(letter) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = Loopback(0);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Serve(); });
  }
  ~Echo() { Stop(); }

  // Then nobody listens there any more.
  void Stop() {
    if (!thread_.joinable()) return;
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }

  int port() const { return port_; }

 private:
  void Serve() {
    for (int fd = accept(listener_, nullptr, nullptr); fd >= 0;
         fd = accept(listener_, nullptr, nullptr)) {
      (void)!write(fd, &letter_, 1);
      char buffer[1000];
      for (ssize_t got = read(fd, buffer, sizeof(buffer)); got > 0;
           got = read(fd, buffer, sizeof(buffer))) {
        (void)!write(fd, buffer, static_cast<size_t>(got));
      }
      close(fd);
    }
  }

  const char letter_;
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

class Caller {
 public:
  explicit Caller(int port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    const sockaddr_in address = Loopback(port);
    EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Caller() { close(fd_); }

  void Say(const std::string& text) {
    EXPECT_EQ(send(fd_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }
  // So many bytes, or less at the end of the connection.
  std::string Hear(size_t bytes) {
    std::string heard;
    char buffer[1000];
    while (heard.size() < bytes) {
      const ssize_t got = read(fd_, buffer, std::min(sizeof(buffer), bytes - heard.size()));
      if (got <= 0) break;
      heard.append(buffer, static_cast<size_t>(got));
    }
    return heard;
  }
  bool HearsNothing() {
    char byte = 0;
    return recv(fd_, &byte, 1, MSG_DONTWAIT) < 0;
  }

 private:
  const int fd_;
};

TEST(Forwarder, GoesToAllThatLive) {
  Echo a('a');
  Echo b('b');
  Forwarder forwarder("127.0.0.1", {a.port(), b.port()}, /*seed=*/1);
  std::set<std::string> heard;
  for (int i = 0; i < 40; ++i) heard.insert(Caller(forwarder.port()).Hear(1));
  EXPECT_EQ(heard, (std::set<std::string>{"a", "b"}));
  a.Stop();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Caller(forwarder.port()).Hear(1), "b");
  b.Stop();
  EXPECT_EQ(Caller(forwarder.port()).Hear(1), "") << "closed";
}

TEST(Forwarder, PassesEverythingInOrder) {
  Echo echo('e');
  Forwarder forwarder("127.0.0.1", {echo.port()}, /*seed=*/1);
  Caller caller(forwarder.port());
  std::string text;
  while (text.size() < 1 << 20) text += std::to_string(text.size()) + " ";
  std::thread speaker([&] { caller.Say(text); });
  EXPECT_EQ(caller.Hear(text.size() + 1), "e" + text);
  speaker.join();
}

TEST(Forwarder, HoldsWhatComesWhileItIsStalled) {
  Echo echo('e');
  Forwarder forwarder("127.0.0.1", {echo.port()}, /*seed=*/1);
  Caller caller(forwarder.port());
  EXPECT_EQ(caller.Hear(1), "e");
  forwarder.Stall(true);
  // It may be in the middle of a look.
  usleep(50'000);
  caller.Say("hello");
  usleep(50'000);
  EXPECT_TRUE(caller.HearsNothing());
  forwarder.Stall(false);
  EXPECT_EQ(caller.Hear(5), "hello");
}

}  // namespace
}  // namespace benchcell::chaos
