// Private keys: ECDSA on P-256, in PEM (PKCS #8, not encrypted), in files that only their owner may
// read.

#ifndef BENCHCELL_RUNNERS_TLS_PRIVATE_KEY_H_
#define BENCHCELL_RUNNERS_TLS_PRIVATE_KEY_H_

#include <openssl/evp.h>

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// A value; copies share the key.
class PrivateKey {
 public:
  // From OpenSSL's random numbers.
  static absl::StatusOr<PrivateKey> Generate();

  // `source` names the PEM text in errors. Encrypted keys are refused, as nobody is there to ask.
  static absl::StatusOr<PrivateKey> FromPem(const std::string& pem, const std::string& source);

  std::string ToPem() const;

  EVP_PKEY* get() const { return key_.get(); }

 private:
  explicit PrivateKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}

  std::shared_ptr<EVP_PKEY> key_;
};

// SHA-256 of the SubjectPublicKeyInfo (DER) of a public or private key, in lower-case hexadecimal.
std::string KeyId(EVP_PKEY* key);

// The content of a key's file. FAILED_PRECONDITION if anyone but its owner has any right to it.
absl::StatusOr<std::string> ReadKeyFile(const std::filesystem::path& path);

// Writes a key's file with mode 0600; nobody else could read it at any moment. With `replace`, the
// old key stays in force until the new one is whole; without, ALREADY_EXISTS if there is one.
absl::Status WriteKeyFile(const std::filesystem::path& path, const std::string& content,
                          bool replace);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_PRIVATE_KEY_H_
