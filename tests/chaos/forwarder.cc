#include "tests/chaos/forwarder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace benchcell::chaos {
namespace {

// How often the thread looks whether it is to end, or stalled.
constexpr int kLookMs = 10;

sockaddr_in AddressOf(const std::string& address, int port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(static_cast<uint16_t>(port));
  inet_pton(AF_INET, address.c_str(), &result.sin_addr);
  return result;
}

void DontWait(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

}  // namespace

Forwarder::Forwarder(const std::string& address, std::vector<int> targets, uint64_t seed)
    : targets_(std::move(targets)), bits_(seed) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place = AddressOf(address, 0);
  socklen_t size = sizeof(place);
  auto* const generic = reinterpret_cast<sockaddr*>(&place);
  if (bind(listener_, generic, size) == 0 && listen(listener_, 16) == 0 &&
      getsockname(listener_, generic, &size) == 0) {
    port_ = ntohs(place.sin_port);
  }
  thread_ = std::thread([this] { Serve(); });
}

Forwarder::~Forwarder() {
  ending_ = true;
  thread_.join();
  for (const Connection& connection : connections_) {
    close(connection.up.from);
    close(connection.up.to);
  }
  close(listener_);
}

void Forwarder::Serve() {
  while (!ending_) {
    if (stalled_) {
      usleep(kLookMs * 1000);
      continue;
    }
    std::vector<pollfd> ready = {{listener_, POLLIN, 0}};
    for (const Connection& connection : connections_) {
      for (const auto& [own, other] : {std::pair(&connection.up, &connection.down),
                                       std::pair(&connection.down, &connection.up)}) {
        // Of the end that `own` reads: nothing is read while something waits to be written.
        short events = own->waiting.empty() ? POLLIN : 0;
        if (!other->waiting.empty()) events |= POLLOUT;
        ready.push_back({own->from, events, 0});
      }
    }
    if (poll(ready.data(), ready.size(), kLookMs) <= 0) continue;
    size_t i = 1;
    for (auto connection = connections_.begin(); connection != connections_.end(); i += 2) {
      const short client = ready[i].revents;
      const short server = ready[i + 1].revents;
      if (Move(connection->up, client, server) && Move(connection->down, server, client)) {
        ++connection;
        continue;
      }
      close(connection->up.from);
      close(connection->up.to);
      connection = connections_.erase(connection);
    }
    if (ready[0].revents != 0) Accept();
  }
}

void Forwarder::Accept() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = ConnectToAny();
  if (server < 0) {
    close(client);
    return;
  }
  DontWait(client);
  DontWait(server);
  connections_.push_back({{client, server}, {server, client}});
}

int Forwarder::ConnectToAny() {
  const size_t first = bits_() % targets_.size();
  for (size_t i = 0; i < targets_.size(); ++i) {
    const sockaddr_in place = AddressOf("127.0.0.1", targets_[(first + i) % targets_.size()]);
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // Does not wait on the loopback: whoever is frozen has its connections accepted by the kernel.
    if (connect(server, reinterpret_cast<const sockaddr*>(&place), sizeof(place)) == 0) {
      return server;
    }
    close(server);
  }
  return -1;
}

bool Forwarder::Move(Flow& flow, short from_events, short to_events) {
  if (flow.waiting.empty() && (from_events & (POLLIN | POLLHUP | POLLERR)) != 0) {
    char buffer[1 << 16];
    const ssize_t got = recv(flow.from, buffer, sizeof(buffer), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (got > 0) flow.waiting.assign(buffer, static_cast<size_t>(got));
    to_events |= POLLOUT;
  }
  if (flow.waiting.empty() || (to_events & POLLOUT) == 0) return true;
  const ssize_t sent =
      send(flow.to, flow.waiting.data(), flow.waiting.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) return errno == EAGAIN || errno == EINTR;
  flow.waiting.erase(0, static_cast<size_t>(sent));
  return true;
}

}  // namespace benchcell::chaos
