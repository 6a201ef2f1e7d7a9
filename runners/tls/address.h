// Addresses that people give, and where plaintext may go: it doesn't leave the machine unless the
// user says so.

#ifndef BENCHCELL_RUNNERS_TLS_ADDRESS_H_
#define BENCHCELL_RUNNERS_TLS_ADDRESS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace benchcell {

enum class AddressUse { kListen, kDial, kMetrics };

// `HOST:PORT` without its port and without the brackets of IPv6; also of `dns:///HOST:PORT`,
// `ipv4:ADDRESS:PORT` and `ipv6:[ADDRESS]:PORT`.
std::string HostOf(std::string_view address);

// INVALID_ARGUMENT unless it is HOST:PORT with a port from 0 to 65535, a list of such, after a
// scheme or not, or a Unix socket. Libraries take other ports modulo 65536 and put one of their own
// where there is none.
absl::Status CheckAddress(std::string_view address, AddressUse use);

// Whether nothing sent to this address leaves the machine: 127.0.0.0/8, ::1, the same as IPv4 in
// IPv6, localhost, names below .localhost (RFC 6761), and Unix sockets (unix:, unix-abstract:). An
// address that means all interfaces isn't, nor is any other name: it isn't resolved, as what it
// resolves to can change. Of a list (`ipv4:A,B`) all have to be.
bool IsLoopback(std::string_view address);

// OK if plaintext may be spoken there. INVALID_ARGUMENT says what to do.
absl::Status CheckPlaintext(std::string_view address, AddressUse use, bool insecure_network);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_ADDRESS_H_
