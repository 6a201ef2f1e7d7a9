// Status of absl and of gRPC: one to one, code and message.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_STATUS_GRPC_H_
#define BENCHCELL_RUNNERS_COORDINATOR_STATUS_GRPC_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"

namespace benchcell {

// Both number the codes as google.rpc.Code does.
inline grpc::Status ToGrpc(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(status.message()));
}

inline absl::Status FromGrpc(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_STATUS_GRPC_H_
