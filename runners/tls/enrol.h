// `benchcell certs`: makes the files of folder.h.

#ifndef BENCHCELL_RUNNERS_TLS_ENROL_H_
#define BENCHCELL_RUNNERS_TLS_ENROL_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "runners/tls/certificate.h"
#include "runners/tls/issue.h"

namespace benchcell {

// How long certificates are valid unless the user says otherwise, in days.
inline constexpr int kCaDays = 3650;
inline constexpr int kMemberDays = 825;

// Writes ca.pem and ca.key into the folder, which is made if it isn't there. ALREADY_EXISTS if it
// has a ca.key and `force` isn't set: a new CA ends every certificate of the old one.
absl::StatusOr<Certificate> CreateCa(const std::filesystem::path& folder, const Lifetime& lifetime,
                                     bool force);

// Makes a key and a certificate with the CA of `ca_folder`, and writes ca.pem, cert.pem and key.pem
// into `out`. ALREADY_EXISTS if it has a key.pem and `force` isn't set. FAILED_PRECONDITION if the
// CA can't be used.
absl::StatusOr<Certificate> Enrol(const std::filesystem::path& ca_folder,
                                  const std::filesystem::path& out, const Member& member,
                                  const Lifetime& lifetime, bool force);

// What the certificates of a folder say, and what is wrong with them, for people. NOT_FOUND if
// there is none.
absl::StatusOr<std::string> ShowFolder(const std::filesystem::path& folder, absl::Time now);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_ENROL_H_
