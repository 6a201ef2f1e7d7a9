// What every machine needs, whatever its system.

#ifndef BENCHCELL_RUNNERS_READINESS_COMMON_FINDINGS_H_
#define BENCHCELL_RUNNERS_READINESS_COMMON_FINDINGS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/readiness/finding.h"

namespace benchcell {

// `seen`: what WaitForQuiet says of one look.
Finding QuietFinding(const absl::StatusOr<v1::Quietness>& seen);

// Bytes that are left on the disk of `folder`; absent where that isn't told.
Finding RoomFinding(const std::string& folder, std::optional<uint64_t> left);

// The most open files of a process, and processes of this user, that this process may allow itself.
Finding OpenFilesFinding(uint64_t allowed);
Finding ProcessesFinding(uint64_t allowed);

// `version`: what `valgrind --version` prints; empty if there is none.
Finding ValgrindFinding(const std::string& version);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_COMMON_FINDINGS_H_
