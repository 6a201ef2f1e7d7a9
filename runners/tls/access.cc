#include "runners/tls/access.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace benchcell {
namespace {

std::vector<Role> Readers() { return {Role::kSubmitter, Role::kViewer, Role::kAdmin}; }

// Anyone with a certificate of the lab.
std::vector<Role> Members() {
  return {Role::kAgent, Role::kSubmitter, Role::kViewer, Role::kAdmin};
}

}  // namespace

const std::vector<MethodAccess>& AccessTable() {
  static const auto* const table = new std::vector<MethodAccess>{
      {"/benchcell.v1.Blobs/FindMissing", Members()},
      {"/benchcell.v1.Blobs/Write", {Role::kAgent, Role::kSubmitter, Role::kAdmin}},
      {"/benchcell.v1.Blobs/Read", Members()},
      {"/benchcell.v1.Experiments/Submit", {Role::kSubmitter, Role::kAdmin}, true},
      {"/benchcell.v1.Experiments/Watch", Readers()},
      {"/benchcell.v1.Experiments/Cancel", {Role::kSubmitter, Role::kAdmin}, true},
      {"/benchcell.v1.Experiments/GetRun", Readers()},
      {"/benchcell.v1.Experiments/ListRuns", Readers()},
      {"/benchcell.v1.Agents/Synchronize", {Role::kAgent, Role::kAdmin}},
      {"/benchcell.v1.Agents/Deliver", {Role::kAgent, Role::kAdmin}},
      {"/benchcell.v1.Lab/GetStatus", Readers()},
      {"/benchcell.v1.Lab/ReleaseMachine", {Role::kAdmin}, true},
      {"/grpc.health.v1.Health/Check", Members()},
      {"/grpc.health.v1.Health/Watch", Members()},
      {"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", Members()},
  };
  return *table;
}

const MethodAccess* FindAccess(std::string_view method) {
  for (const MethodAccess& access : AccessTable()) {
    if (access.method == method) return &access;
  }
  return nullptr;
}

absl::Status Authorize(const PeerIdentity& peer, std::string_view method) {
  const std::string name(method);
  const MethodAccess* access = FindAccess(method);
  if (access == nullptr) {
    return absl::PermissionDeniedError(
        absl::StrCat(Describe(peer), " may not call ", name, ": nobody may, it is in no table"));
  }
  const std::vector<Role>& roles = access->roles;
  if (std::find(roles.begin(), roles.end(), peer.role) != roles.end()) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrCat(
      Describe(peer), " may not call ", name, ": its certificate has the role ",
      RoleName(peer.role), ", expected ",
      absl::StrJoin(roles, " or ",
                    [](std::string* out, Role role) { absl::StrAppend(out, RoleName(role)); })));
}

}  // namespace benchcell
