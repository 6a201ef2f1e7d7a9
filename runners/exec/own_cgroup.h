// The cgroup v2 that a service manager has handed to this process, as the root of the cgroups of
// runs (WardenRunnerOptions.cgroup_root).

#ifndef BENCHCELL_RUNNERS_EXEC_OWN_CGROUP_H_
#define BENCHCELL_RUNNERS_EXEC_OWN_CGROUP_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell {

// Whether a cgroup is its processes' own to divide. Who may write to it isn't enough: everything
// may be written by root, and what isn't handed over belongs to the service manager.
using IsDelegated = std::function<bool(const std::string& directory)>;

// What systemd says of a unit with Delegate=yes, in an extended attribute of the folder.
bool DelegatedBySystemd(const std::string& directory);

// The folder of this process's cgroup. `root` is put before /proc and /sys; empty for the machine
// itself. Changes nothing. NOT_FOUND if there is no cgroup v2 or it lacks the controllers cpu and
// memory, FAILED_PRECONDITION if it isn't delegated.
absl::StatusOr<std::string> FindOwnCgroup(const std::string& root, const IsDelegated& is_delegated);

// Lets cgroups below `directory` have the controllers cpu, memory and, where there is one, pids. As
// no process may be beside them (cgroup-v2.rst of Linux, "No Internal Process Constraint"), this
// one goes into the child `agent`. Errors name the file and the system's reason: EBUSY if other
// processes are in the cgroup.
absl::Status DivideCgroup(const std::string& directory);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_OWN_CGROUP_H_
