// Whether a machine can join its lab.

#ifndef BENCHCELL_RUNNERS_READINESS_LINK_FINDINGS_H_
#define BENCHCELL_RUNNERS_READINESS_LINK_FINDINGS_H_

#include <filesystem>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "runners/readiness/finding.h"

namespace benchcell {

// The certificate in a folder of --tls: lacking if a coordinator would refuse it, or soon will.
Finding CertificateFinding(const std::filesystem::path& tls, absl::Time now);

// `answer`: of a call to the coordinator at `address`.
Finding CoordinatorFinding(const std::string& address, const absl::Status& answer);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_LINK_FINDINGS_H_
