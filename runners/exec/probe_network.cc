#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

#include "runners/exec/probe.h"

namespace benchcell {
namespace {

// 0 if a byte came through.
int Talk(const sockaddr* any_port, socklen_t size) {
  const int server = socket(any_port->sa_family, SOCK_STREAM, 0);
  if (bind(server, any_port, size) != 0 || listen(server, 1) != 0) return 1;
  sockaddr_storage address;
  socklen_t length = sizeof(address);
  if (getsockname(server, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 2;
  const int client = socket(any_port->sa_family, SOCK_STREAM, 0);
  if (connect(client, reinterpret_cast<sockaddr*>(&address), length) != 0) return 3;
  const int accepted = accept(server, nullptr, nullptr);
  char byte = 0;
  if (write(client, "x", 1) != 1 || read(accepted, &byte, 1) != 1 || byte != 'x') return 4;
  return 0;
}

}  // namespace

void PrintInterfaces() {
  struct if_nameindex* const all = if_nameindex();
  for (struct if_nameindex* one = all; one != nullptr && one->if_name != nullptr; ++one) {
    std::printf("%s\n", one->if_name);
  }
}

int TalkOverLoopback() {
  sockaddr_in four = {};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (const int failed = Talk(reinterpret_cast<sockaddr*>(&four), sizeof(four)); failed != 0) {
    return failed;
  }
  // A kernel may be without it.
  if (access("/proc/net/if_inet6", R_OK) != 0) return 0;
  sockaddr_in6 six = {};
  six.sin6_family = AF_INET6;
  six.sin6_addr = in6addr_loopback;
  const int failed = Talk(reinterpret_cast<sockaddr*>(&six), sizeof(six));
  return failed == 0 ? 0 : 10 + failed;
}

int Connect(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  return connect(client, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 ? 0 : 1;
}

}  // namespace benchcell
