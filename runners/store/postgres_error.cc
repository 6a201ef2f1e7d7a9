#include "runners/store/postgres_error.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace benchcell::postgres {
namespace {

// Names of the codes: PostgreSQL's manual, appendix A.
constexpr char kDiskFull[] = "53100";
constexpr char kOutOfMemory[] = "53200";
constexpr char kTooManyConnections[] = "53300";
constexpr char kSerializationFailure[] = "40001";
constexpr char kDeadlockDetected[] = "40P01";
constexpr char kLockNotAvailable[] = "55P03";
constexpr char kQueryCanceled[] = "57014";
constexpr char kReadOnlyTransaction[] = "25006";
constexpr char kIdleInTransactionTimeout[] = "25P03";
constexpr char kInsufficientPrivilege[] = "42501";
constexpr char kCharacterNotInRepertoire[] = "22021";
constexpr char kUntranslatableCharacter[] = "22P05";
constexpr char kInvalidCatalogName[] = "3D000";
constexpr char kDataCorrupted[] = "XX001";
constexpr char kIndexCorrupted[] = "XX002";

bool InClass(const std::string& state, const char* prefix) {
  return absl::StartsWith(state, prefix);
}

}  // namespace

bool IsConflict(const std::string& state) {
  return state == kSerializationFailure || state == kDeadlockDetected;
}

bool IsPassing(const std::string& state) {
  // 57P: shut down by an administrator, after a crash of another process, or starting.
  return state.empty() || InClass(state, "08") || InClass(state, "57P") ||
         state == kTooManyConnections || state == kReadOnlyTransaction;
}

absl::Status ToStatus(const Failure& failure, const std::string& name, const std::string& doing) {
  const std::string& state = failure.state;
  const std::string found = absl::StrCat(name, ": ", failure.message);
  if (state == kDiskFull) {
    return absl::ResourceExhaustedError(
        absl::StrCat(found,
                     ". The disk of the database server is full: free some space on it and try "
                     "again. What was stored before is kept."));
  }
  if (state == kOutOfMemory) {
    return absl::ResourceExhaustedError(
        absl::StrCat(found, ". The database server is out of memory or shared memory."));
  }
  if (state == kTooManyConnections) {
    return absl::UnavailableError(
        absl::StrCat(found, ". Raise max_connections of the server, or connect fewer clients."));
  }
  if (state == kReadOnlyTransaction) {
    return absl::UnavailableError(absl::StrCat(
        found,
        ". The server is a standby or read-only: name the primary, or several hosts and "
        "?target_session_attrs=read-write."));
  }
  if (state == kQueryCanceled || state == kLockNotAvailable || state == kIdleInTransactionTimeout ||
      IsConflict(state)) {
    return absl::UnavailableError(absl::StrCat(
        found, ". The database server is too busy, or another client holds a lock: try again."));
  }
  if (IsPassing(state)) {
    return absl::UnavailableError(
        absl::StrCat(found, ". See whether the database server runs and can be reached."));
  }
  if (InClass(state, "28") || state == kInsufficientPrivilege) {
    return absl::PermissionDeniedError(absl::StrCat(
        found, ". The user needs the right password and rights to this database and schema."));
  }
  if (state == kInvalidCatalogName) {
    return absl::FailedPreconditionError(absl::StrCat(found, ". Create it: createdb DATABASE."));
  }
  if (state == kCharacterNotInRepertoire || state == kUntranslatableCharacter) {
    return absl::InvalidArgumentError(absl::StrCat(found, ". PostgreSQL can't hold this text."));
  }
  if (InClass(state, "54")) {
    return absl::InvalidArgumentError(
        absl::StrCat(found, ". A value is larger than PostgreSQL can store (1 GB)."));
  }
  if (state == kDataCorrupted || state == kIndexCorrupted) {
    return absl::DataLossError(
        absl::StrCat(found, ". The database is damaged: bring back a copy."));
  }
  return absl::InternalError(absl::StrCat(found, " (SQLSTATE ", state, " while ", doing, ")"));
}

std::string StateIn(const std::string& message) {
  const std::string before = ":  ";
  for (size_t at = message.find(before); at != std::string::npos;
       at = message.find(before, at + 1)) {
    const std::string state = message.substr(at + before.size(), 5);
    const bool ends = message.compare(at + before.size() + state.size(), 1, ":") == 0;
    if (state.size() == 5 && ends && std::all_of(state.begin(), state.end(), [](char c) {
          return absl::ascii_isdigit(c) || absl::ascii_isupper(c);
        })) {
      return state;
    }
  }
  return "";
}

}  // namespace benchcell::postgres
