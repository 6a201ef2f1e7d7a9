// The way to a coordinator elsewhere.

#ifndef BENCHCELL_RUNNERS_CLI_LAB_CHANNEL_H_
#define BENCHCELL_RUNNERS_CLI_LAB_CHANNEL_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runners/cli/options.h"
#include "runners/tls/credentials.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace benchcell {

// What --tls and --insecure-network say.
LinkSecurity SecurityOf(const Options& options);

// A channel to the address of --coordinator. Nothing is dialled before the first call.
// INVALID_ARGUMENT or FAILED_PRECONDITION, saying what to do, if the flags or the files of --tls
// can't be used.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeLabChannel(const Options& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_LAB_CHANNEL_H_
