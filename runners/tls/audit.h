// The audit log: who asked for what and whether it was allowed, one JSON object a line.

#ifndef BENCHCELL_RUNNERS_TLS_AUDIT_H_
#define BENCHCELL_RUNNERS_TLS_AUDIT_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

struct AuditLine {
  absl::Time time;
  // Of the caller; for one that isn't believed, what its certificate claims. Empty if unknown.
  std::string name;
  std::string role;
  std::string key_id;
  // `/benchcell.v1.Experiments/Submit`.
  std::string method;
  // `allowed`, `denied` (its role may not) or `unauthenticated` (its certificate isn't believed);
  // then, of an allowed call that changed something by name, `done` or `failed`.
  std::string decision;
  // What was changed: a run, a machine. Of `done` and `failed` alone.
  std::string object;
  // Why not; empty if allowed or done.
  std::string reason;
  // Of the caller as gRPC writes it (`ipv4:10.0.0.7:51234`); empty where it isn't known: gRPC
  // doesn't tell those that refuse a call before its service sees it.
  std::string address;
  // How many equal refusals before this one weren't written.
  int not_written = 0;
};

// Without the line's end. Text that isn't UTF-8 is made so; what is empty is left out.
std::string ToJson(const AuditLine& line);

// Implementations are thread-safe.
class AuditSink {
 public:
  virtual ~AuditSink() = default;
  virtual absl::Status Write(const AuditLine& line) = 0;
};

// Adds lines to a file (made with mode 0600), each with one write: several processes can share it,
// and a crash of the process loses nothing.
absl::StatusOr<std::unique_ptr<AuditSink>> OpenAuditFile(const std::filesystem::path& path);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_AUDIT_H_
