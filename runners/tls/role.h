// Who may take part in a lab, and as what.
//
// A certificate carries its role twice: as the URI `benchcell:role/ROLE` among its subject
// alternative names, and as OU of its subject. The URI is the one that counts; the OU is for people
// who read the subject.

#ifndef BENCHCELL_RUNNERS_TLS_ROLE_H_
#define BENCHCELL_RUNNERS_TLS_ROLE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

enum class Role {
  kCoordinator,  // serves; never calls
  kAgent,        // a machine that measures
  kSubmitter,    // starts and stops experiments
  kViewer,       // reads
  kAdmin,        // everything
};

// In the order in which they are listed above.
const std::vector<Role>& AllRoles();

// `agent`, ...
std::string RoleName(Role role);
std::optional<Role> ParseRole(std::string_view name);

// `benchcell:role/`, and the whole URI of a role.
inline constexpr std::string_view kRoleUriPrefix = "benchcell:role/";
std::string RoleUri(Role role);

// A caller, as its certificate says.
struct PeerIdentity {
  // Name of the machine or person (the common name).
  std::string name;
  Role role = Role::kViewer;
  // SHA-256 of the key (its SubjectPublicKeyInfo), 64 lower-case hexadecimal digits. Stays the same
  // when a certificate is renewed for the same key. Empty for the local administrator, who has
  // none.
  std::string key_id;

  bool operator==(const PeerIdentity&) const = default;
};

// Whoever calls without leaving the process, or over a connection that the user declared safe.
PeerIdentity LocalAdmin();

// `agent mac-7 (key 0123456789ab)`.
std::string Describe(const PeerIdentity& peer);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_ROLE_H_
