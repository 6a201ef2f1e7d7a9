// X.509 certificates as benchcell reads them.

#ifndef BENCHCELL_RUNNERS_TLS_CERTIFICATE_H_
#define BENCHCELL_RUNNERS_TLS_CERTIFICATE_H_

#include <openssl/x509.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/tls/role.h"

namespace benchcell {

// What a certificate says; that it is true is for runners/tls/verify.h. A value; copies share the
// certificate. Thread-safe.
class Certificate {
 public:
  // Takes the first certificate of a PEM text. `source` names the text in errors.
  static absl::StatusOr<Certificate> FromPem(const std::string& pem, const std::string& source);

  explicit Certificate(std::shared_ptr<X509> certificate) : certificate_(std::move(certificate)) {}

  std::string ToPem() const;

  // `CN=mac-7,OU=agent,O=benchcell` (RFC 2253), and of the CA that signed it.
  std::string Subject() const;
  std::string Issuer() const;
  // The last common name of the subject; empty if there is none.
  std::string Name() const;
  // INVALID_ARGUMENT unless exactly one role is named.
  absl::StatusOr<Role> GetRole() const;
  // Host names and addresses that it is for, in its order.
  std::vector<std::string> Hosts() const;
  // The first second of its life, and the first after it; the infinite past where no time can be
  // read.
  absl::Time NotBefore() const;
  absl::Time NotAfter() const;
  // See PeerIdentity::key_id.
  std::string GetKeyId() const;
  // Hexadecimal, upper case.
  std::string Serial() const;

  // INVALID_ARGUMENT if it names no role.
  absl::StatusOr<PeerIdentity> Identity() const;

  // How errors call it: `the certificate of agent mac-7 (key 0123456789ab)`.
  std::string Describe() const;

  X509* get() const { return certificate_.get(); }

 private:
  std::shared_ptr<X509> certificate_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_CERTIFICATE_H_
