// What `warden --network` and who started it tell each other: the warden makes a network with
// nothing but loopback and sends one NetworkReport over descriptor kWardenChannel, a stream socket,
// with the descriptors of the namespaces as its SCM_RIGHTS. The namespaces live as long as these.

#ifndef BENCHCELL_RUNNERS_EXEC_NETWORK_REPORT_H_
#define BENCHCELL_RUNNERS_EXEC_NETWORK_REPORT_H_

#include <cstdint>

#include "runners/exec/warden_order.h"

namespace benchcell {

inline constexpr char kNetworkArgument[] = "--network";

enum class NetworkStep : int32_t {
  kNone = 0,
  // This system has no network namespaces.
  kSystem = 1,
  kUnshare = 2,
  kMapUser = 3,
  kLoopback = 4,
  // The namespaces could not be opened as files.
  kOpen = 5,
};

// Sent as it lies in memory: both ends are built together and run on one machine.
struct NetworkReport {
  // kNone: one descriptor came along for kNamespace, a second one, of the user namespace, for
  // kUserNamespace.
  NetworkStep failed_step = NetworkStep::kNone;
  // errno of the failed step.
  int32_t error = 0;
  // errno of the attempt without a user namespace; 0 if it worked.
  int32_t without_user_error = 0;
  int32_t padding = 0;
  WardenNetwork kind = WardenNetwork::kInherited;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_NETWORK_REPORT_H_
