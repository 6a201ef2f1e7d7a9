// A folder of `--tls DIR`: what a member of a lab needs to prove who it is, and to check others.
//
//     ca.pem     certificate of the lab's CA
//     cert.pem   this member's certificate
//     key.pem    its private key, mode 0600
//     revoked    coordinator only, optional: key ids that are no longer welcome
//     ca.key     only where certificates are made; nothing needs it at run time

#ifndef BENCHCELL_RUNNERS_TLS_FOLDER_H_
#define BENCHCELL_RUNNERS_TLS_FOLDER_H_

#include <filesystem>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/tls/certificate.h"
#include "runners/tls/verify.h"

namespace benchcell {

// How often a running server looks for changes in its folder.
inline constexpr absl::Duration kReloadEvery = absl::Seconds(10);

struct TlsFolder {
  std::filesystem::path path;

  std::filesystem::path Ca() const { return path / "ca.pem"; }
  std::filesystem::path CaKey() const { return path / "ca.key"; }
  std::filesystem::path Certificate() const { return path / "cert.pem"; }
  std::filesystem::path Key() const { return path / "key.pem"; }
  std::filesystem::path Revoked() const { return path / "revoked"; }
};

// A member's own identity, ready for use.
struct OwnIdentity {
  Certificate ca;
  Certificate certificate;
  std::string ca_pem;
  std::string certificate_pem;
  std::string key_pem;
};

// Reads ca.pem, cert.pem and key.pem and checks everything that would make the other end refuse
// them: FAILED_PRECONDITION if a file is missing or damaged, others may read the key, the key
// isn't the certificate's, or VerifyCertificate has an objection.
absl::StatusOr<OwnIdentity> LoadIdentity(const std::filesystem::path& folder, CertificateUse use,
                                         absl::Time now);

// The key ids of the file `revoked`, one a line; what follows a # is a comment. Empty if there is
// no file. INVALID_ARGUMENT for a line that is no key id (64 hexadecimal digits): a typing error
// must not let anyone in.
absl::StatusOr<std::set<std::string>> LoadRevoked(const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_FOLDER_H_
