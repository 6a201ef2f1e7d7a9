// Ed25519 keys that sign evidence, and those that check it.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_KEYS_H_
#define BENCHCELL_RUNNERS_EVIDENCE_KEYS_H_

#include <openssl/evp.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// A value; copies share the key. `source` names a PEM text in errors, which are INVALID_ARGUMENT
// and say what was found instead of the key that was expected.
class VerifyingKey {
 public:
  // SubjectPublicKeyInfo, as `openssl pkey -pubout` writes it.
  static absl::StatusOr<VerifyingKey> FromPem(const std::string& pem, const std::string& source);

  std::string ToPem() const;

  // SHA-256 of the SubjectPublicKeyInfo (DER), 64 lower-case hexadecimal digits: KeyId of
  // runners/tls.
  std::string Fingerprint() const;

  bool Verifies(std::string_view message, std::string_view signature) const;

 private:
  friend class SigningKey;
  explicit VerifyingKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}

  std::shared_ptr<EVP_PKEY> key_;
};

class SigningKey {
 public:
  // From OpenSSL's random numbers.
  static absl::StatusOr<SigningKey> Generate();

  // PKCS #8 without a password, as `openssl genpkey -algorithm ed25519` writes it.
  static absl::StatusOr<SigningKey> FromPem(const std::string& pem, const std::string& source);

  // The same from a file. FAILED_PRECONDITION if anyone but its owner has any right to it.
  static absl::StatusOr<SigningKey> FromFile(const std::filesystem::path& path);

  std::string ToPem() const;
  VerifyingKey Public() const { return VerifyingKey(key_); }

  // 64 bytes.
  absl::StatusOr<std::string> Sign(std::string_view message) const;

 private:
  explicit SigningKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}

  std::shared_ptr<EVP_PKEY> key_;
};

// A user's own key and whether it is new.
struct OwnKey {
  SigningKey key;
  std::filesystem::path path;
  bool made = false;
};

// Reads `evidence-key.pem` in the folder; makes both if they aren't there (0700, 0600).
absl::StatusOr<OwnKey> GetOwnKey(const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_KEYS_H_
