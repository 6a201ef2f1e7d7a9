// Whether a certificate is to be believed, and if not, why and what to do about it.

#ifndef BENCHCELL_RUNNERS_TLS_VERIFY_H_
#define BENCHCELL_RUNNERS_TLS_VERIFY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "runners/tls/certificate.h"

namespace benchcell {

enum class CertificateUse { kServer, kClient };

// OK if `certificate` was signed by `ca`, both are valid at `now`, it is meant for this use, and it
// names one role that fits: coordinator for a server, any other for a client. Otherwise
// UNAUTHENTICATED, with one sentence that tells the two ends the same: whose certificate, what is
// wrong (expired when, signed by which CA instead of which), what to do.
absl::Status VerifyCertificate(const Certificate& certificate, const Certificate& ca,
                               CertificateUse use, absl::Time now);

// OK if the certificate is for this host, a name or an IP address (IPv6 with or without brackets);
// otherwise UNAUTHENTICATED names the hosts that it is for. The common name doesn't count, and
// there are no wildcards.
absl::Status VerifyHost(const Certificate& certificate, const std::string& host);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_VERIFY_H_
