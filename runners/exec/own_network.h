// The warden's side of a network of a run's own. Used by the warden only: it changes this process,
// which must be single-threaded.

#ifndef BENCHCELL_RUNNERS_EXEC_OWN_NETWORK_H_
#define BENCHCELL_RUNNERS_EXEC_OWN_NETWORK_H_

#include "runners/exec/network_report.h"
#include "runners/exec/warden_order.h"

namespace benchcell {

// What `warden --network` does after its start. Does as network_report.h says, on `channel`.
void MakeOwnNetwork(int channel);

// Enters the namespaces of the descriptors; who is started after this is in them. 0, or errno.
int EnterNetwork(WardenNetwork kind, int network, int user);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_OWN_NETWORK_H_
