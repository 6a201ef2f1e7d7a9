// From a caller's certificate to its identity, against the CA and the revoked keys of a folder.

#ifndef BENCHCELL_RUNNERS_TLS_AUTHENTICATOR_H_
#define BENCHCELL_RUNNERS_TLS_AUTHENTICATOR_H_

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "runners/base/clock.h"
#include "runners/tls/certificate.h"
#include "runners/tls/role.h"

namespace benchcell {

// Thread-safe. Remembers certificates that it has checked, so that a call costs a look-up; their
// expiry is checked every time.
class Authenticator {
 public:
  // FAILED_PRECONDITION if the folder's ca.pem or `revoked` can't be used.
  static absl::StatusOr<std::unique_ptr<Authenticator>> Open(const std::filesystem::path& folder,
                                                             Clock clock);

  // UNAUTHENTICATED as VerifyCertificate, or because the key is revoked. Changes of the folder's
  // files count within kReloadEvery (folder.h); while they can't be read, what they said
  // before.
  absl::StatusOr<PeerIdentity> Authenticate(const std::string& certificate_pem);

 private:
  struct Trust {
    Certificate ca;
    std::string ca_pem;
    std::set<std::string> revoked;
  };
  // A certificate that was believed, and until when that needs no other look.
  struct Known {
    PeerIdentity identity;
    absl::Time not_before;
    absl::Time not_after;
  };

  Authenticator(std::filesystem::path folder, Clock clock, Trust trust);

  static absl::StatusOr<Trust> Load(const std::filesystem::path& folder);
  void Reload(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::filesystem::path folder_;
  const Clock clock_;
  absl::Mutex mutex_;
  Trust trust_ ABSL_GUARDED_BY(mutex_);
  absl::Time loaded_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<std::string, Known> known_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_AUTHENTICATOR_H_
