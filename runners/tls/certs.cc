#include "runners/tls/certs.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"
#include "runners/tls/enrol.h"
#include "runners/tls/folder.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kKinds[] = "ca, coordinator, agent, submitter, viewer, admin or show";

absl::Status NeedsFolder(const std::string& kind) {
  return absl::InvalidArgumentError(
      absl::StrCat("`benchcell certs ", kind, "` needs --tls DIR: the folder of the lab's CA"));
}

absl::Status CheckWords(const CertsRequest& request, size_t fewest, size_t most,
                        const std::string& usage) {
  if (request.words.size() >= fewest && request.words.size() <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("expected `benchcell certs ", usage, "`"));
}

absl::Status Show(const fs::path& folder, absl::Time now, std::ostream& out) {
  ASSIGN_OR_RETURN(const std::string text, ShowFolder(folder, now));
  out << text;
  return absl::OkStatus();
}

absl::Status MakeCa(const CertsRequest& request, absl::Time now, std::ostream& out,
                    std::ostream& log) {
  RETURN_IF_ERROR(CheckWords(request, 1, 1, "ca --tls DIR"));
  if (request.tls.empty()) return NeedsFolder("ca");
  if (!request.host.empty() || !request.out.empty()) {
    return absl::InvalidArgumentError("`benchcell certs ca` has no --host and no --out");
  }
  const Lifetime lifetime = {now, request.days == 0 ? kCaDays : static_cast<int>(request.days)};
  RETURN_IF_ERROR(CreateCa(request.tls, lifetime, request.force).status());
  log << "wrote " << TlsFolder{request.tls}.Ca().string() << " and "
      << TlsFolder{request.tls}.CaKey().string()
      << ". Whoever has ca.key can let anyone into the lab; no machine needs it to run.\n";
  return Show(request.tls, now, out);
}

absl::Status MakeMember(const CertsRequest& request, Role role, absl::Time now, std::ostream& out,
                        std::ostream& log) {
  const std::string kind = RoleName(role);
  const bool serves = role == Role::kCoordinator;
  RETURN_IF_ERROR(CheckWords(request, serves ? 1 : 2, 2,
                             serves ? "coordinator [NAME] --tls DIR --host NAME[,ADDRESS...]"
                                    : absl::StrCat(kind, " NAME --tls DIR [--out DIR]")));
  if (request.tls.empty()) return NeedsFolder(kind);
  Member member{role, "", {}};
  if (!request.host.empty()) member.hosts = absl::StrSplit(request.host, ',');
  if (request.words.size() > 1) {
    member.name = request.words[1];
  } else {
    member.name = member.hosts.empty() ? kind : member.hosts[0];
  }
  fs::path folder = request.out;
  if (folder.empty()) {
    folder = serves ? request.tls : request.tls / absl::StrCat(kind, "-", member.name);
  }
  const Lifetime lifetime = {now, request.days == 0 ? kMemberDays : static_cast<int>(request.days)};
  RETURN_IF_ERROR(Enrol(request.tls, folder, member, lifetime, request.force).status());
  log << "wrote ca.pem, cert.pem and key.pem into " << folder.string()
      << "; on its machine, that is --tls\n";
  return Show(folder, now, out);
}

}  // namespace

absl::Status RunCerts(const CertsRequest& request, absl::Time now, std::ostream& out,
                      std::ostream& log) {
  const std::string kind = request.words.empty() ? "" : request.words[0];
  if (kind == "ca") return MakeCa(request, now, out, log);
  if (kind == "show") {
    RETURN_IF_ERROR(CheckWords(request, 2, 2, "show DIR"));
    return Show(request.words[1], now, out);
  }
  const std::optional<Role> role = ParseRole(kind);
  if (role.has_value()) return MakeMember(request, *role, now, out, log);
  return absl::InvalidArgumentError(
      absl::StrCat("benchcell certs: found \"", kind, "\", expected ", kKinds));
}

}  // namespace benchcell
