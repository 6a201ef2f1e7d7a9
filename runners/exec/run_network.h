// The network that runs get which did not ask for the machine's: one with nothing but loopback.
//
// It is made once, by a short-lived process, and every run enters it before its measured window: to
// make one takes about half a millisecond and to dispose of one wakes the kernel up later, maybe in
// a run that is being measured. So the runs of an agent share it, one after the other, as they
// would share the machine's. Its settings under /proc/sys/net are those of a fresh namespace, not
// those of the machine.

#ifndef BENCHCELL_RUNNERS_EXEC_RUN_NETWORK_H_
#define BENCHCELL_RUNNERS_EXEC_RUN_NETWORK_H_

#include <mutex>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "runners/exec/unique_fd.h"
#include "runners/exec/warden_order.h"

namespace benchcell {

// Never kInherited.
struct Namespaces {
  WardenNetwork kind = WardenNetwork::kNamespace;
  UniqueFd network;
  // Valid for kUserNamespace.
  UniqueFd user;
};

class RunNetwork {
 public:
  // `warden`: as in WardenRunnerOptions.
  explicit RunNetwork(std::string warden) : warden_(std::move(warden)) {}

  // Made at the first call. UNIMPLEMENTED or PERMISSION_DENIED, with the reason, where the system
  // doesn't allow it, which isn't asked again; other errors if it couldn't be made this time. The
  // namespaces live as long as this object. Thread-safe.
  absl::StatusOr<const Namespaces*> Get();

 private:
  const std::string warden_;
  std::mutex mutex_;
  std::optional<absl::StatusOr<Namespaces>> made_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_RUN_NETWORK_H_
