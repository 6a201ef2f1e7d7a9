// What evidence claims: an in-toto Statement v1 about the members of its file. README.md of this
// folder is the reference.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_STATEMENT_H_
#define BENCHCELL_RUNNERS_EVIDENCE_STATEMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/report/table.h"

namespace benchcell {

inline constexpr char kPayloadType[] = "application/vnd.in-toto+json";
inline constexpr char kStatementType[] = "https://in-toto.io/Statement/v1";
inline constexpr char kPredicateType[] = "urn:benchcell:evidence:v1";

// A member of the file beside the envelope.
struct Subject {
  std::string name;
  // 64 lower-case hexadecimal digits.
  std::string sha256;

  bool operator==(const Subject&) const = default;
};

// The program that made a table. Numbers of another platform may differ in their last digits, the
// words of another version altogether.
struct Maker {
  std::string version;
  // As pins spell it: `linux-x64`.
  std::string platform;

  bool operator==(const Maker&) const = default;
};

// This one.
Maker ThisMaker();

// The predicate.
struct Claim {
  std::string experiment;
  std::string run_id;
  // ExperimentRun.digest.
  std::string run_digest;
  std::string plugin;
  std::string plugin_version;
  Maker maker;
  // Of the table.
  std::string metric;
  double confidence = 0.95;
  std::vector<std::string> builds;
  bool compare_unlike = false;

  TableOptions Options() const;
  bool operator==(const Claim&) const = default;
};

struct Statement {
  // In the order of the file.
  std::vector<Subject> subjects;
  Claim claim;

  bool operator==(const Statement&) const = default;
};

// JSON on one line. The same statement gives the same bytes.
std::string RenderStatement(const Statement& statement);

// INVALID_ARGUMENT for what is no statement, is about something else, or names members that
// evidence can't have (members.h) or one of them twice. What else is in it is ignored, as in-toto
// asks.
absl::StatusOr<Statement> ParseStatement(std::string_view json);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_STATEMENT_H_
