// Who may call what: one table for all services.

#ifndef BENCHCELL_RUNNERS_TLS_ACCESS_H_
#define BENCHCELL_RUNNERS_TLS_ACCESS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "runners/tls/role.h"

namespace benchcell {

struct MethodAccess {
  // As on the wire: `/benchcell.v1.Experiments/Submit`.
  std::string_view method;
  // Roles that may call it, admin included.
  std::vector<Role> roles;
  // Allowed calls get an audit line, too. Refused ones always do.
  bool audited = false;
};

// Every method that a coordinator serves. What isn't listed nobody may call.
const std::vector<MethodAccess>& AccessTable();

// nullptr if it isn't listed.
const MethodAccess* FindAccess(std::string_view method);

// PERMISSION_DENIED says who, what, and which roles may.
absl::Status Authorize(const PeerIdentity& peer, std::string_view method);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_ACCESS_H_
