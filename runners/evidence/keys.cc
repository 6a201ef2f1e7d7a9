#include "runners/evidence/keys.h"

#include <openssl/pem.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/tls/openssl_ptr.h"
#include "runners/tls/private_key.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

using DigestContextPtr = std::unique_ptr<EVP_MD_CTX, OpensslDeleter<EVP_MD_CTX_free>>;

constexpr size_t kSignatureBytes = 64;
constexpr char kPrivate[] = "an Ed25519 private key (`openssl genpkey -algorithm ed25519`)";
constexpr char kPublic[] = "an Ed25519 public key (`openssl pkey -in KEY.pem -pubout`)";

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Stands in for the terminal that OpenSSL would ask.
int NoPassword(char*, int, int, void*) { return -1; }

absl::Status Unfit(const std::string& source, const std::string& found, const char* expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(source, ": found ", found, "; expected ", expected));
}

// What a PEM text is at first sight, where that isn't what was asked for; OK otherwise.
absl::Status CheckKind(const std::string& pem, const std::string& source, bool want_private) {
  const char* expected = want_private ? kPrivate : kPublic;
  const bool encrypted =
      absl::StrContains(pem, "BEGIN ENCRYPTED PRIVATE KEY") || absl::StrContains(pem, ",ENCRYPTED");
  const bool is_private = absl::StrContains(pem, "PRIVATE KEY-----");
  if (want_private && encrypted) {
    return Unfit(source,
                 "a private key with a password, which nobody is there to give (`openssl pkey -in "
                 "KEY.pem -out FILE` takes it off)",
                 expected);
  }
  if (want_private != is_private && absl::StrContains(pem, "-----BEGIN ")) {
    const bool is_public = absl::StrContains(pem, "BEGIN PUBLIC KEY");
    return Unfit(source,
                 is_private  ? "a private key"
                 : is_public ? "a public key"
                             : "no key",
                 expected);
  }
  return absl::OkStatus();
}

absl::Status CheckType(EVP_PKEY* key, const std::string& source, const char* expected) {
  if (key == nullptr) {
    return Unfit(source, absl::StrCat("no key in PEM (", TakeOpensslError(), ")"), expected);
  }
  if (EVP_PKEY_is_a(key, "ED25519")) return absl::OkStatus();
  const char* type = EVP_PKEY_get0_type_name(key);
  return Unfit(source, absl::StrCat("a key of type ", type == nullptr ? "unknown" : type),
               expected);
}

}  // namespace

absl::StatusOr<VerifyingKey> VerifyingKey::FromPem(const std::string& pem,
                                                   const std::string& source) {
  RETURN_IF_ERROR(CheckKind(pem, source, /*want_private=*/false));
  const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  KeyPtr key(PEM_read_bio_PUBKEY(memory.get(), nullptr, NoPassword, nullptr));
  RETURN_IF_ERROR(CheckType(key.get(), source, kPublic));
  return VerifyingKey(std::move(key));
}

std::string VerifyingKey::ToPem() const {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  PEM_write_bio_PUBKEY(memory.get(), key_.get());
  return Written(memory.get());
}

std::string VerifyingKey::Fingerprint() const { return KeyId(key_.get()); }

bool VerifyingKey::Verifies(std::string_view message, std::string_view signature) const {
  const DigestContextPtr context(EVP_MD_CTX_new());
  const bool verifies =
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(message),
                       message.size()) == 1;
  ERR_clear_error();
  return verifies;
}

absl::StatusOr<SigningKey> SigningKey::Generate() {
  KeyPtr key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  if (key == nullptr) {
    return absl::InternalError(absl::StrCat("OpenSSL can't make a key: ", TakeOpensslError()));
  }
  return SigningKey(std::move(key));
}

absl::StatusOr<SigningKey> SigningKey::FromPem(const std::string& pem, const std::string& source) {
  RETURN_IF_ERROR(CheckKind(pem, source, /*want_private=*/true));
  const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  KeyPtr key(PEM_read_bio_PrivateKey(memory.get(), nullptr, NoPassword, nullptr));
  RETURN_IF_ERROR(CheckType(key.get(), source, kPrivate));
  return SigningKey(std::move(key));
}

absl::StatusOr<SigningKey> SigningKey::FromFile(const fs::path& path) {
  // First, so that a public key isn't called a private one that others may read.
  ASSIGN_OR_RETURN(const std::string any, ReadFile(path));
  RETURN_IF_ERROR(CheckKind(any, path.string(), /*want_private=*/true));
  ASSIGN_OR_RETURN(const std::string pem, ReadKeyFile(path));
  return FromPem(pem, path.string());
}

std::string SigningKey::ToPem() const {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return Written(memory.get());
}

absl::StatusOr<std::string> SigningKey::Sign(std::string_view message) const {
  const DigestContextPtr context(EVP_MD_CTX_new());
  std::string signature(kSignatureBytes, '\0');
  size_t size = signature.size();
  if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                     Bytes(message), message.size()) != 1) {
    return absl::InternalError(absl::StrCat("OpenSSL can't sign: ", TakeOpensslError()));
  }
  signature.resize(size);
  return signature;
}

absl::StatusOr<OwnKey> GetOwnKey(const fs::path& folder) {
  const fs::path path = folder / "evidence-key.pem";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) {
    RETURN_IF_ERROR(MakeFolder(folder.parent_path()));
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
      return SystemError(errno, "can't make the folder", folder);
    }
    ASSIGN_OR_RETURN(SigningKey key, SigningKey::Generate());
    const absl::Status written = WriteKeyFile(path, key.ToPem(), /*replace=*/false);
    if (written.ok()) return OwnKey{std::move(key), path, /*made=*/true};
    // Another process was a moment faster; its key is the one that stays.
    if (!absl::IsAlreadyExists(written)) return written;
  }
  ASSIGN_OR_RETURN(SigningKey key, SigningKey::FromFile(path));
  return OwnKey{std::move(key), path, /*made=*/false};
}

}  // namespace benchcell
