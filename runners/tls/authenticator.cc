#include "runners/tls/authenticator.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/tls/folder.h"
#include "runners/tls/verify.h"

namespace benchcell {
namespace {

// More certificates than a lab has; what is remembered about them stays below some 10 MB.
constexpr size_t kMostKnown = 4096;

}  // namespace

absl::StatusOr<std::unique_ptr<Authenticator>> Authenticator::Open(
    const std::filesystem::path& folder, Clock clock) {
  absl::StatusOr<Trust> trust = Load(folder);
  if (!trust.ok()) return absl::FailedPreconditionError(trust.status().message());
  return std::unique_ptr<Authenticator>(
      new Authenticator(folder, std::move(clock), *std::move(trust)));
}

Authenticator::Authenticator(std::filesystem::path folder, Clock clock, Trust trust)
    : folder_(std::move(folder)),
      clock_(std::move(clock)),
      trust_(std::move(trust)),
      loaded_(clock_()) {}

absl::StatusOr<Authenticator::Trust> Authenticator::Load(const std::filesystem::path& folder) {
  const std::filesystem::path path = TlsFolder{folder}.Ca();
  ASSIGN_OR_RETURN(std::string ca_pem, ReadFile(path));
  ASSIGN_OR_RETURN(Certificate ca, Certificate::FromPem(ca_pem, path));
  ASSIGN_OR_RETURN(std::set<std::string> revoked, LoadRevoked(folder));
  return Trust{std::move(ca), std::move(ca_pem), std::move(revoked)};
}

void Authenticator::Reload(absl::Time now) {
  // A clock that was set back must not keep a revoked key in force.
  if (now >= loaded_ && now < loaded_ + kReloadEvery) return;
  loaded_ = now;
  absl::StatusOr<Trust> trust = Load(folder_);
  if (!trust.ok()) return;
  if (trust->ca_pem != trust_.ca_pem) known_.clear();
  trust_ = *std::move(trust);
}

absl::StatusOr<PeerIdentity> Authenticator::Authenticate(const std::string& certificate_pem) {
  const absl::Time now = clock_();
  const absl::MutexLock lock(&mutex_);
  Reload(now);
  const auto known = known_.find(certificate_pem);
  std::optional<PeerIdentity> identity;
  if (known != known_.end() && now >= known->second.not_before && now < known->second.not_after) {
    identity = known->second.identity;
  } else {
    ASSIGN_OR_RETURN(const Certificate certificate,
                     Certificate::FromPem(certificate_pem, "the caller's certificate"));
    RETURN_IF_ERROR(VerifyCertificate(certificate, trust_.ca, CertificateUse::kClient, now));
    ASSIGN_OR_RETURN(identity, certificate.Identity());
    if (known_.size() >= kMostKnown) known_.clear();
    known_[certificate_pem] = {*identity, std::max(certificate.NotBefore(), trust_.ca.NotBefore()),
                               std::min(certificate.NotAfter(), trust_.ca.NotAfter())};
  }
  if (trust_.revoked.contains(identity->key_id)) {
    return absl::UnauthenticatedError(
        absl::StrCat("the key of ", Describe(*identity),
                     " was revoked by the lab's administrator; a new key is made with `benchcell "
                     "certs ",
                     RoleName(identity->role), " ", identity->name, " --force`"));
  }
  return *std::move(identity);
}

}  // namespace benchcell
