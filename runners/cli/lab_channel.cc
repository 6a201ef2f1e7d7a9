#include "runners/cli/lab_channel.h"

#include <grpcpp/create_channel.h>

#include <string>

#include "absl/time/clock.h"
#include "runners/base/status_macros.h"
#include "runners/tls/address.h"

namespace benchcell {
namespace {

// A coordinator that was restarted is found again within this time. gRPC's own limit is two
// minutes.
constexpr int kLongestBackoffMs = 2000;

// A call that waits on a network that was cut ends after both together. Without a call nothing is
// sent, so a measured window stays undisturbed.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;

}  // namespace

LinkSecurity SecurityOf(const Options& options) {
  return {.tls = options.tls, .insecure_network = options.insecure_network};
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeLabChannel(const Options& options) {
  const std::string& address = options.coordinator;
  RETURN_IF_ERROR(CheckAddress(address, AddressUse::kDial));
  ASSIGN_OR_RETURN(const auto credentials,
                   ChannelCredentialsFor(address, SecurityOf(options), absl::Now));
  grpc::ChannelArguments arguments;
  // A run with its samples can be larger than gRPC's default.
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestBackoffMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  return grpc::CreateCustomChannel(address, credentials, arguments);
}

}  // namespace benchcell
