#include "runners/tls/address.h"

#include <arpa/inet.h>

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace benchcell {
namespace {

// Without `dns:`, `dns://SERVER/`, `ipv4:` and `ipv6:`.
std::string_view WithoutScheme(std::string_view address) {
  for (const std::string_view scheme : {"ipv4:", "ipv6:", "dns:"}) {
    if (!address.starts_with(scheme)) continue;
    address.remove_prefix(scheme.size());
    if (!address.starts_with("//")) return address;
    const size_t slash = address.find('/', 2);
    return slash == address.npos ? std::string_view() : address.substr(slash + 1);
  }
  return address;
}

bool IsLoopbackHost(const std::string& host) {
  unsigned char bytes[16];
  if (inet_pton(AF_INET, host.c_str(), bytes) == 1) return bytes[0] == 127;
  if (inet_pton(AF_INET6, host.c_str(), bytes) == 1) {
    in6_addr address;
    std::copy(std::begin(bytes), std::end(bytes), address.s6_addr);
    return IN6_IS_ADDR_LOOPBACK(&address) || (IN6_IS_ADDR_V4MAPPED(&address) && bytes[12] == 127);
  }
  return absl::EqualsIgnoreCase(host, "localhost") || absl::EndsWithIgnoreCase(host, ".localhost");
}

}  // namespace

std::string HostOf(std::string_view address) {
  const std::string_view rest = WithoutScheme(address);
  if (rest.starts_with('[')) {
    const size_t end = rest.find(']');
    return end == rest.npos ? "" : std::string(rest.substr(1, end - 1));
  }
  const size_t colon = rest.rfind(':');
  // More than one colon without brackets: an IPv6 address without port.
  if (colon == rest.npos || rest.find(':') != colon) return std::string(rest);
  return std::string(rest.substr(0, colon));
}

bool IsLoopback(std::string_view address) {
  if (address.starts_with("unix:") || address.starts_with("unix-abstract:")) return true;
  for (const std::string_view scheme : {"ipv4:", "ipv6:"}) {
    if (!address.starts_with(scheme)) continue;
    const std::string list(address.substr(scheme.size()));
    const std::vector<std::string> parts = absl::StrSplit(list, ',');
    for (const std::string& part : parts) {
      if (!IsLoopbackHost(HostOf(part))) return false;
    }
    return true;
  }
  return IsLoopbackHost(HostOf(address));
}

absl::Status CheckPlaintext(std::string_view address, AddressUse use, bool insecure_network) {
  if (insecure_network || IsLoopback(address)) return absl::OkStatus();
  const std::string where(address);
  if (use == AddressUse::kListen) {
    return absl::InvalidArgumentError(
        absl::StrCat("--listen ", where,
                     ": others on the network could command the lab without a key; expected "
                     "--tls DIR (see `benchcell certs`), an address of this machine only such as "
                     "127.0.0.1, or --insecure-network if the network is trusted"));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--coordinator ", where,
      ": others on the network could read and change what is sent; expected "
      "--tls DIR (see `benchcell certs`), an address of this machine only such as 127.0.0.1, or "
      "--insecure-network if the network is trusted"));
}

}  // namespace benchcell
