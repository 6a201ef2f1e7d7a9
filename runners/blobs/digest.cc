#include "runners/blobs/digest.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

constexpr size_t kDigestDigits = 64;
constexpr size_t kReadBytes = 1 << 18;

std::string Hex(const unsigned char* bytes, size_t count) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * count);
  for (size_t i = 0; i < count; ++i) {
    hex.push_back(kDigits[bytes[i] >> 4]);
    hex.push_back(kDigits[bytes[i] & 15]);
  }
  return hex;
}

}  // namespace

struct Sha256Hasher::Context {
  Context() : evp(EVP_MD_CTX_new()) { EVP_DigestInit_ex(evp, EVP_sha256(), nullptr); }
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  EVP_MD_CTX* evp;
};

Sha256Hasher::Sha256Hasher() : context_(std::make_unique<Context>()) {}
Sha256Hasher::~Sha256Hasher() = default;
Sha256Hasher::Sha256Hasher(Sha256Hasher&&) noexcept = default;
Sha256Hasher& Sha256Hasher::operator=(Sha256Hasher&&) noexcept = default;

void Sha256Hasher::Update(std::string_view bytes) {
  EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size());
}

std::string Sha256Hasher::Finish() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_DigestFinal_ex(context_->evp, digest, &size);
  return Hex(digest, size);
}

std::string Sha256OfBytes(std::string_view bytes) {
  Sha256Hasher hasher;
  hasher.Update(bytes);
  return hasher.Finish();
}

absl::StatusOr<std::string> Sha256OfFile(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", path);
  const absl::Cleanup close_file = [fd] { close(fd); };
  Sha256Hasher hasher;
  std::vector<char> buffer(kReadBytes);
  while (true) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read", path);
    if (got == 0) return hasher.Finish();
    hasher.Update({buffer.data(), static_cast<size_t>(got)});
  }
}

bool IsSha256(std::string_view text) {
  return text.size() == kDigestDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace benchcell
