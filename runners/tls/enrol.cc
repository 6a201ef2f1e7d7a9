#include "runners/tls/enrol.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/tls/folder.h"
#include "runners/tls/private_key.h"
#include "runners/tls/verify.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

absl::Status NotUsable(const absl::Status& status) {
  if (!absl::IsNotFound(status)) return absl::FailedPreconditionError(status.message());
  return absl::FailedPreconditionError(
      absl::StrCat(status.message(),
                   "; certificates are made where the CA is: `benchcell certs ca --tls DIR` "
                   "makes one"));
}

std::string Utc(absl::Time time) {
  return absl::FormatTime(absl::RFC3339_sec, time, absl::UTCTimeZone());
}

std::string Show(const fs::path& path, const Certificate& certificate) {
  const absl::StatusOr<Role> role = certificate.GetRole();
  const std::vector<std::string> hosts = certificate.Hosts();
  std::string text =
      absl::StrCat(path.string(), "\n  subject  ", certificate.Subject(), "\n  issuer   ",
                   certificate.Issuer(), "\n  name     ", certificate.Name(), "\n");
  if (role.ok()) absl::StrAppend(&text, "  role     ", RoleName(*role), "\n");
  if (!hosts.empty()) absl::StrAppend(&text, "  hosts    ", absl::StrJoin(hosts, ", "), "\n");
  absl::StrAppend(&text, "  from     ", Utc(certificate.NotBefore()), "\n  expires  ",
                  Utc(certificate.NotAfter()), "\n  serial   ", certificate.Serial(),
                  "\n  key id   ", certificate.GetKeyId(), "\n");
  return text;
}

}  // namespace

absl::StatusOr<Certificate> CreateCa(const fs::path& folder, const Lifetime& lifetime, bool force) {
  const TlsFolder files{folder};
  ASSIGN_OR_RETURN(const PrivateKey key, PrivateKey::Generate());
  ASSIGN_OR_RETURN(Certificate ca, IssueCa(key, lifetime));
  RETURN_IF_ERROR(MakeFolder(folder));
  RETURN_IF_ERROR(WriteKeyFile(files.CaKey(), key.ToPem(), force));
  RETURN_IF_ERROR(WriteFileDurably(files.Ca(), ca.ToPem()));
  return ca;
}

absl::StatusOr<Certificate> Enrol(const fs::path& ca_folder, const fs::path& out,
                                  const Member& member, const Lifetime& lifetime, bool force) {
  const TlsFolder from{ca_folder};
  const TlsFolder to{out};
  const absl::StatusOr<std::string> ca_pem = ReadFile(from.Ca());
  if (!ca_pem.ok()) return NotUsable(ca_pem.status());
  const absl::StatusOr<std::string> ca_key_pem = ReadKeyFile(from.CaKey());
  if (!ca_key_pem.ok()) return NotUsable(ca_key_pem.status());
  const absl::StatusOr<Certificate> ca = Certificate::FromPem(*ca_pem, from.Ca());
  if (!ca.ok()) return NotUsable(ca.status());
  ASSIGN_OR_RETURN(const PrivateKey ca_key, PrivateKey::FromPem(*ca_key_pem, from.CaKey()));

  ASSIGN_OR_RETURN(const PrivateKey key, PrivateKey::Generate());
  ASSIGN_OR_RETURN(Certificate certificate, IssueMember(*ca, ca_key, key, member, lifetime));
  RETURN_IF_ERROR(MakeFolder(out));
  RETURN_IF_ERROR(WriteKeyFile(to.Key(), key.ToPem(), force));
  RETURN_IF_ERROR(WriteFileDurably(to.Certificate(), certificate.ToPem()));
  if (to.Ca() != from.Ca()) RETURN_IF_ERROR(WriteFileDurably(to.Ca(), *ca_pem));
  return certificate;
}

absl::StatusOr<std::string> ShowFolder(const fs::path& folder, absl::Time now) {
  const TlsFolder files{folder};
  std::string text;
  for (const fs::path& path : {files.Ca(), files.Certificate()}) {
    const absl::StatusOr<std::string> pem = ReadFile(path);
    if (absl::IsNotFound(pem.status())) continue;
    if (!pem.ok()) return pem.status();
    ASSIGN_OR_RETURN(const Certificate certificate, Certificate::FromPem(*pem, path));
    absl::StrAppend(&text, Show(path, certificate));
    if (path != files.Certificate()) continue;
    const absl::StatusOr<Role> role = certificate.GetRole();
    const bool serves = role.ok() && *role == Role::kCoordinator;
    const absl::Status usable =
        LoadIdentity(folder, serves ? CertificateUse::kServer : CertificateUse::kClient, now)
            .status();
    absl::StrAppend(&text, "  usable   ", usable.ok() ? "yes" : "no: ", usable.message(), "\n");
  }
  if (!text.empty()) return text;
  return absl::NotFoundError(
      absl::StrCat(folder.string(),
                   ": there is neither ca.pem nor cert.pem; expected a folder that `benchcell "
                   "certs` made"));
}

}  // namespace benchcell
