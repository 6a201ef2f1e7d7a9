#include "runners/tls/private_key.h"

#include <fcntl.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/sync_file.h"
#include "runners/tls/openssl_ptr.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Rights of the group and of everybody.
constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO;

// Stands in for the terminal that OpenSSL would ask.
int NoPassword(char*, int, int, void*) { return -1; }

absl::Status WriteNewFile(const fs::path& path, const std::string& content) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return SystemError(errno, "can't make the file", path);
  absl::Cleanup close_file = [fd] { close(fd); };
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t written = write(fd, content.data() + done, content.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "can't write", path);
    done += written;
  }
  if (SyncFile(fd) != 0) return SystemError(errno, "can't sync", path);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PrivateKey> PrivateKey::Generate() {
  KeyPtr key(EVP_EC_gen("P-256"));
  if (key == nullptr) {
    return absl::InternalError(absl::StrCat("OpenSSL can't make a key: ", TakeOpensslError()));
  }
  return PrivateKey(std::move(key));
}

absl::StatusOr<PrivateKey> PrivateKey::FromPem(const std::string& pem, const std::string& source) {
  const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  KeyPtr key(PEM_read_bio_PrivateKey(memory.get(), nullptr, NoPassword, nullptr));
  if (key == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        source, ": expected a private key in PEM without a password: ", TakeOpensslError()));
  }
  return PrivateKey(std::move(key));
}

std::string PrivateKey::ToPem() const {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return Written(memory.get());
}

std::string KeyId(EVP_PKEY* key) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key, &der);
  const absl::Cleanup free_der = [der] { OPENSSL_free(der); };
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(der, size, reinterpret_cast<unsigned char*>(digest.data()));
  return absl::BytesToHexString(digest);
}

absl::StatusOr<std::string> ReadKeyFile(const fs::path& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return SystemError(errno, "can't look at", path);
  if ((status.st_mode & kOfOthers) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(path.string(), ": others may use this private key (mode ",
                     absl::StrFormat("%04o", status.st_mode & 07777),
                     "), expected 0600; if nobody has read it, run `chmod 600` on it, otherwise "
                     "make a new one"));
  }
  return ReadFile(path);
}

absl::Status WriteKeyFile(const fs::path& path, const std::string& content, bool replace) {
  const fs::path temporary = absl::StrCat(path.string(), ".", getpid(), ".tmp");
  const absl::Cleanup remove_temporary = [&temporary] { unlink(temporary.c_str()); };
  RETURN_IF_ERROR(WriteNewFile(temporary, content));
  if (replace) {
    if (rename(temporary.c_str(), path.c_str()) == 0) return absl::OkStatus();
    return SystemError(errno, "can't replace the private key", path);
  }
  // Unlike rename, this never replaces anything.
  if (link(temporary.c_str(), path.c_str()) == 0) return absl::OkStatus();
  if (errno == EEXIST) {
    return absl::AlreadyExistsError(
        absl::StrCat(path.string(), ": there is a private key already; --force replaces it"));
  }
  return SystemError(errno, "can't write the private key", path);
}

}  // namespace benchcell
