#include "runners/store/sqlite_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cerrno>
#include <string>
#include <vector>

namespace benchcell::sqlite {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Case {
  int code;
  int system_error;
  absl::StatusCode expected;
};

TEST(SqliteErrorTest, CodesBecomeWhatTheCallerCanActOn) {
  const std::vector<Case> cases = {
      {SQLITE_FULL, 0, absl::StatusCode::kResourceExhausted},
      {SQLITE_IOERR_WRITE, ENOSPC, absl::StatusCode::kResourceExhausted},
      {SQLITE_IOERR_FSYNC, EDQUOT, absl::StatusCode::kResourceExhausted},
      {SQLITE_IOERR_SHMSIZE, ENOSPC, absl::StatusCode::kResourceExhausted},
      {SQLITE_IOERR_WRITE, EIO, absl::StatusCode::kInternal},
      {SQLITE_BUSY, 0, absl::StatusCode::kUnavailable},
      {SQLITE_BUSY_SNAPSHOT, 0, absl::StatusCode::kUnavailable},
      {SQLITE_LOCKED, 0, absl::StatusCode::kUnavailable},
      {SQLITE_NOTADB, 0, absl::StatusCode::kDataLoss},
      {SQLITE_CORRUPT_VTAB, 0, absl::StatusCode::kDataLoss},
      {SQLITE_READONLY_DIRECTORY, 0, absl::StatusCode::kPermissionDenied},
      {SQLITE_CANTOPEN, EACCES, absl::StatusCode::kPermissionDenied},
      {SQLITE_CANTOPEN, EROFS, absl::StatusCode::kPermissionDenied},
      {SQLITE_CANTOPEN, EISDIR, absl::StatusCode::kFailedPrecondition},
      {SQLITE_TOOBIG, 0, absl::StatusCode::kInvalidArgument},
      {SQLITE_CONSTRAINT, 0, absl::StatusCode::kInternal},
      {SQLITE_MISUSE, 0, absl::StatusCode::kInternal},
  };
  for (const Case& each : cases) {
    const absl::Status status =
        ToStatus({.code = each.code, .system_error = each.system_error, .message = "it broke"},
                 "state/store.db", "SELECT 1");
    EXPECT_EQ(status.code(), each.expected) << each.code << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("state/store.db: it broke"));
  }
}

TEST(SqliteErrorTest, StatementIsShownOnlyToThoseWhoDebug) {
  const Failure full = {.code = SQLITE_FULL, .message = "full"};
  EXPECT_THAT(std::string(ToStatus(full, "f", "SELECT 1").message()), Not(HasSubstr("SELECT")));
  const Failure misuse = {.code = SQLITE_MISUSE, .message = "misuse"};
  EXPECT_THAT(std::string(ToStatus(misuse, "f", "SELECT 1").message()), HasSubstr("SELECT 1"));
}

TEST(SqliteErrorTest, SystemsReasonIsNamed) {
  const Failure failure = {.code = SQLITE_IOERR_READ, .system_error = EIO, .message = "disk"};
  EXPECT_THAT(std::string(ToStatus(failure, "f", "reading").message()),
              HasSubstr("Input/output error"));
}

}  // namespace
}  // namespace benchcell::sqlite
