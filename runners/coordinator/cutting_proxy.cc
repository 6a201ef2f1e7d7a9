#include "runners/coordinator/cutting_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace benchcell {
namespace {

// How often threads look whether the proxy ends.
constexpr int kLookMs = 20;

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

CuttingProxy::CuttingProxy(int target_port, std::function<Cut(int)> cut_of)
    : cut_of_(std::move(cut_of)), target_port_(target_port) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, generic, size) == 0 && listen(listener_, 16) == 0 &&
      getsockname(listener_, generic, &size) == 0) {
    port_ = ntohs(address.sin_port);
  }
  acceptor_ = std::thread([this] { Accept(); });
}

CuttingProxy::~CuttingProxy() {
  ending_ = true;
  acceptor_.join();
  for (std::thread& connection : connections_) connection.join();
  close(listener_);
}

void CuttingProxy::Accept() {
  int number = 0;
  while (!ending_) {
    pollfd ready{listener_, POLLIN, 0};
    if (poll(&ready, 1, kLookMs) <= 0) continue;
    const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    const Cut cut = cut_of_(number++);
    connections_.emplace_back([this, client, cut] { Forward(client, cut); });
  }
}

void CuttingProxy::Forward(int client, Cut cut) {
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(target_port_);
  bool open = connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  while (open && !ending_) {
    pollfd ready[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    if (poll(ready, 2, kLookMs) <= 0) continue;
    if (ready[0].revents != 0) open = open && Pass(client, server, cut.to_server);
    if (ready[1].revents != 0) open = open && Pass(server, client, cut.to_client);
    if (cut.to_server > 0 && cut.to_client > 0) continue;
    ++cuts_;
    while (cut.stalls && !ending_) usleep(kLookMs * 1000);
    open = false;
  }
  close(server);
  close(client);
}

bool CuttingProxy::Pass(int from, int to, uint64_t& left) const {
  char buffer[1 << 16];
  const ssize_t got = recv(from, buffer, std::min<uint64_t>(sizeof(buffer), left), MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  for (ssize_t sent = 0; sent < got && !ending_;) {
    const ssize_t now = send(to, buffer + sent, got - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now < 0 && errno == EAGAIN) {
      pollfd ready{to, POLLOUT, 0};
      poll(&ready, 1, kLookMs);
    } else if (now < 0) {
      return false;
    } else {
      sent += now;
    }
  }
  left -= got;
  return true;
}

}  // namespace benchcell
