#include "runners/tls/folder.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/tls/openssl_ptr.h"
#include "runners/tls/private_key.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKeyIdDigits = 64;

absl::Status NotUsable(const absl::Status& status) {
  return absl::FailedPreconditionError(status.message());
}

absl::StatusOr<std::string> ReadRequired(const fs::path& path, CertificateUse use) {
  absl::StatusOr<std::string> content = ReadFile(path);
  if (content.ok()) return content;
  if (!absl::IsNotFound(content.status())) return NotUsable(content.status());
  return absl::FailedPreconditionError(absl::StrCat(
      path.string(), ": there is no such file; make the folder with `benchcell certs ",
      use == CertificateUse::kServer ? "coordinator --host HOST" : "agent NAME (or submitter, ...)",
      " --tls DIR` where the lab's CA is, and copy it here"));
}

}  // namespace

absl::StatusOr<OwnIdentity> LoadIdentity(const fs::path& folder, CertificateUse use,
                                         absl::Time now) {
  const TlsFolder files{folder};
  ASSIGN_OR_RETURN(std::string ca_pem, ReadRequired(files.Ca(), use));
  ASSIGN_OR_RETURN(std::string certificate_pem, ReadRequired(files.Certificate(), use));
  RETURN_IF_ERROR(ReadRequired(files.Key(), use).status());
  absl::StatusOr<std::string> key_pem = ReadKeyFile(files.Key());
  if (!key_pem.ok()) return NotUsable(key_pem.status());

  absl::StatusOr<Certificate> ca = Certificate::FromPem(ca_pem, files.Ca());
  if (!ca.ok()) return NotUsable(ca.status());
  absl::StatusOr<Certificate> certificate =
      Certificate::FromPem(certificate_pem, files.Certificate());
  if (!certificate.ok()) return NotUsable(certificate.status());
  ASSIGN_OR_RETURN(const PrivateKey key, PrivateKey::FromPem(*key_pem, files.Key()));
  if (X509_check_private_key(certificate->get(), key.get()) != 1) {
    ERR_clear_error();
    return absl::FailedPreconditionError(absl::StrCat(
        files.Key().string(), ": is not the key of ", files.Certificate().string(), " (",
        certificate->Subject(), "); copy the three files of one `benchcell certs` together"));
  }
  const absl::Status verified = VerifyCertificate(*certificate, *ca, use, now);
  if (!verified.ok()) return NotUsable(Annotate(verified, files.Certificate()));
  return OwnIdentity{*std::move(ca), *std::move(certificate), std::move(ca_pem),
                     std::move(certificate_pem), *std::move(key_pem)};
}

absl::StatusOr<std::set<std::string>> LoadRevoked(const fs::path& folder) {
  const fs::path path = TlsFolder{folder}.Revoked();
  const absl::StatusOr<std::string> content = ReadFile(path);
  if (absl::IsNotFound(content.status())) return std::set<std::string>();
  if (!content.ok()) return content.status();
  std::set<std::string> revoked;
  int number = 0;
  for (const auto& line : absl::StrSplit(*content, '\n')) {
    ++number;
    const std::pair<std::string, std::string> parts = absl::StrSplit(line, absl::MaxSplits('#', 1));
    const std::string id =
        absl::AsciiStrToLower(std::string(absl::StripAsciiWhitespace(parts.first)));
    if (id.empty()) continue;
    if (id.size() != kKeyIdDigits || id.find_first_not_of("0123456789abcdef") != id.npos) {
      return absl::InvalidArgumentError(
          absl::StrCat(path.string(), ":", number, ": found \"", id,
                       "\", expected a key id of 64 hexadecimal digits, as `benchcell certs show` "
                       "and the audit log have it"));
    }
    revoked.insert(id);
  }
  return revoked;
}

}  // namespace benchcell
