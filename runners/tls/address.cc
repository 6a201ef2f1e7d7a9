#include "runners/tls/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
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

bool IsUnixSocket(std::string_view address) {
  return address.starts_with("unix:") || address.starts_with("unix-abstract:");
}

// How messages speak of an address.
struct Words {
  const char* flag;
  const char* example;
  // What others on the network could do where plaintext is spoken.
  const char* danger;
  // What else than plaintext there is.
  const char* instead;
};

Words WordsFor(AddressUse use) {
  static constexpr char kTls[] = "--tls DIR (see `benchcell certs`), ";
  switch (use) {
    case AddressUse::kListen:
      return {"--listen=", "0.0.0.0:7777", "command the lab without a key", kTls};
    case AddressUse::kDial:
      return {"--coordinator=", "lab.example:7777", "read and change what is sent", kTls};
    default:
      return {"--metrics=", "127.0.0.1:9100", "read what the lab does", ""};
  }
}

bool IsHostAndPort(const std::string& text) {
  const size_t colon = text.rfind(':');
  // Behind the last colon of an IPv6 address without brackets is no port.
  const bool is_whole = colon != text.npos && colon > 0 &&
                        (text[0] == '[' ? text[colon - 1] == ']' : text.find(':') == colon);
  uint32_t port = 0;
  return is_whole && absl::SimpleAtoi(text.substr(colon + 1), &port) && port <= 65535;
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
  if (IsUnixSocket(address)) return true;
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

absl::Status CheckAddress(std::string_view address, AddressUse use) {
  if (IsUnixSocket(address)) return absl::OkStatus();
  const std::string list(WithoutScheme(address));
  const std::vector<std::string> parts = absl::StrSplit(list, ',');
  if (std::all_of(parts.begin(), parts.end(), IsHostAndPort)) return absl::OkStatus();
  const Words words = WordsFor(use);
  return absl::InvalidArgumentError(absl::StrCat(words.flag, std::string(address),
                                                 ": expected HOST:PORT, as in ", words.example));
}

absl::Status CheckPlaintext(std::string_view address, AddressUse use, bool insecure_network) {
  if (insecure_network || IsLoopback(address)) return absl::OkStatus();
  const Words words = WordsFor(use);
  return absl::InvalidArgumentError(absl::StrCat(
      words.flag, std::string(address), ": others on the network could ", words.danger,
      "; expected ", words.instead,
      "an address of this machine only such as 127.0.0.1, or --insecure-network if the network is "
      "trusted"));
}

}  // namespace benchcell
