// `benchcell certs`: what the words mean, and what is said about what was done.
//
//     certs ca --tls DIR                            a new lab
//     certs coordinator --tls DIR --host A,B        its coordinator; into DIR
//     certs agent|submitter|viewer|admin NAME --tls DIR
//                                                   a member; into DIR/ROLE-NAME
//     certs show DIR                                what is in a folder, and whether it can be used
//
// `--out` names another folder to write to. It is complete: copied to its machine, it is that
// machine's
// `--tls`. ca.key stays where certificates are made, which need not be a machine of the lab.

#ifndef BENCHCELL_RUNNERS_TLS_CERTS_H_
#define BENCHCELL_RUNNERS_TLS_CERTS_H_

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace benchcell {

struct CertsRequest {
  // The words after `certs`.
  std::vector<std::string> words;
  // Values of --tls, --out, --host; empty if not given.
  std::filesystem::path tls;
  std::filesystem::path out;
  std::string host;
  // 0 for the default of the kind.
  uint32_t days = 0;
  bool force = false;
};

// Writes what the new certificate says to `out`, and what to do with it to `log`.
// INVALID_ARGUMENT for words that don't fit; errors of runners/tls/enrol.h.
absl::Status RunCerts(const CertsRequest& request, absl::Time now, std::ostream& out,
                      std::ostream& log);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_CERTS_H_
