// Makes certificates: the CA of a lab, and those of its members. Values only; files are for
// runners/tls/enrol.h.

#ifndef BENCHCELL_RUNNERS_TLS_ISSUE_H_
#define BENCHCELL_RUNNERS_TLS_ISSUE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/tls/certificate.h"
#include "runners/tls/private_key.h"
#include "runners/tls/role.h"

namespace benchcell {

// Certificates begin to be valid this much before they are made: the clocks of a lab's machines
// differ.
inline constexpr absl::Duration kBackdated = absl::Hours(1);

struct Lifetime {
  absl::Time now;
  // Until the certificate expires, from 1 to 36500.
  int days = 0;
};

struct Member {
  Role role = Role::kViewer;
  // Of the machine or person: 1 to 64 of A-Z a-z 0-9 . _ -
  std::string name;
  // Names and IP addresses under which clients reach it: at least one for a coordinator, none for
  // anyone else.
  std::vector<std::string> hosts;
};

// INVALID_ARGUMENT names what doesn't fit. Serial numbers are 159 random bits (OpenSSL's).

// A self-signed certificate that may sign members, but no other CA.
absl::StatusOr<Certificate> IssueCa(const PrivateKey& key, const Lifetime& lifetime);

// A coordinator's is for servers only, anyone else's for clients only. FAILED_PRECONDITION if it
// would outlive its CA, or if `ca_key` isn't the CA's.
absl::StatusOr<Certificate> IssueMember(const Certificate& ca, const PrivateKey& ca_key,
                                        const PrivateKey& member_key, const Member& member,
                                        const Lifetime& lifetime);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_ISSUE_H_
