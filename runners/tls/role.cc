#include "runners/tls/role.h"

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

// Enough digits to tell the keys of a lab apart.
constexpr size_t kShownDigits = 12;

}  // namespace

const std::vector<Role>& AllRoles() {
  static const auto* const roles = new std::vector<Role>{
      Role::kCoordinator, Role::kAgent, Role::kSubmitter, Role::kViewer, Role::kAdmin};
  return *roles;
}

std::string RoleName(Role role) {
  switch (role) {
    case Role::kCoordinator:
      return "coordinator";
    case Role::kAgent:
      return "agent";
    case Role::kSubmitter:
      return "submitter";
    case Role::kViewer:
      return "viewer";
    case Role::kAdmin:
      return "admin";
  }
  return "unknown";
}

std::optional<Role> ParseRole(std::string_view name) {
  for (const Role role : AllRoles()) {
    if (RoleName(role) == name) return role;
  }
  return std::nullopt;
}

std::string RoleUri(Role role) { return std::string(kRoleUriPrefix) + RoleName(role); }

PeerIdentity LocalAdmin() { return {.name = "local", .role = Role::kAdmin, .key_id = ""}; }

std::string Describe(const PeerIdentity& peer) {
  const std::string who = absl::StrCat(RoleName(peer.role), " ", peer.name);
  if (peer.key_id.empty()) return who;
  return absl::StrCat(who, " (key ", peer.key_id.substr(0, kShownDigits), ")");
}

}  // namespace benchcell
