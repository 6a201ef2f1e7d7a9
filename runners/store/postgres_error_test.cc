#include "runners/store/postgres_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace benchcell::postgres {
namespace {

using testing::HasSubstr;

TEST(PostgresErrorTest, EachStateHasItsCode) {
  const std::map<std::string, absl::StatusCode> codes = {
      {"53100", absl::StatusCode::kResourceExhausted},
      {"53200", absl::StatusCode::kResourceExhausted},
      {"", absl::StatusCode::kUnavailable},
      {"08006", absl::StatusCode::kUnavailable},
      {"57P01", absl::StatusCode::kUnavailable},
      {"57P03", absl::StatusCode::kUnavailable},
      {"53300", absl::StatusCode::kUnavailable},
      {"25006", absl::StatusCode::kUnavailable},
      {"40001", absl::StatusCode::kUnavailable},
      {"40P01", absl::StatusCode::kUnavailable},
      {"55P03", absl::StatusCode::kUnavailable},
      {"57014", absl::StatusCode::kUnavailable},
      {"28P01", absl::StatusCode::kPermissionDenied},
      {"28000", absl::StatusCode::kPermissionDenied},
      {"42501", absl::StatusCode::kPermissionDenied},
      {"3D000", absl::StatusCode::kFailedPrecondition},
      {"22021", absl::StatusCode::kInvalidArgument},
      {"22P05", absl::StatusCode::kInvalidArgument},
      {"54000", absl::StatusCode::kInvalidArgument},
      {"XX001", absl::StatusCode::kDataLoss},
      {"XX002", absl::StatusCode::kDataLoss},
      {"XX000", absl::StatusCode::kInternal},
      {"42601", absl::StatusCode::kInternal},
  };
  for (const auto& [state, code] : codes) {
    const absl::Status status = ToStatus({state, "words"}, "postgres://h/d", "doing");
    EXPECT_EQ(status.code(), code) << state;
    EXPECT_THAT(std::string(status.message()), HasSubstr("postgres://h/d: words"));
  }
}

TEST(PostgresErrorTest, MessagesSayWhatToDo) {
  const std::map<std::string, std::string> words = {
      {"53100", "free some space"},  {"53300", "max_connections"},
      {"25006", "primary"},          {"57P03", "whether the database server runs"},
      {"28P01", "password"},         {"3D000", "createdb"},
      {"42601", "42601 while doing"}};
  for (const auto& [state, expected] : words) {
    EXPECT_THAT(std::string(ToStatus({state, "x"}, "n", "doing").message()), HasSubstr(expected));
  }
}

TEST(PostgresErrorTest, OnlyConflictsAreRepeatedAndOnlyPassingOnesWaitedFor) {
  for (const std::string state : {"40001", "40P01"}) EXPECT_TRUE(IsConflict(state));
  for (const std::string state : {"", "08001", "57P01", "57P03", "53300", "25006"}) {
    EXPECT_TRUE(IsPassing(state)) << state;
    EXPECT_FALSE(IsConflict(state)) << state;
  }
  for (const std::string state : {"28P01", "3D000", "53100", "57014", "42501"}) {
    EXPECT_FALSE(IsPassing(state)) << state;
    EXPECT_FALSE(IsConflict(state)) << state;
  }
}

TEST(PostgresErrorTest, StateIsFoundInAMessage) {
  EXPECT_EQ(StateIn("connection to server failed: FATAL:  57P03: the database system is starting"),
            "57P03");
  EXPECT_EQ(StateIn("x:  short:  28P01: no\nLOCATION:  auth_failed, auth.c:335"), "28P01");
  EXPECT_EQ(StateIn("FATAL:  28P01"), "");
  EXPECT_EQ(StateIn("FATAL:  no state"), "");
  EXPECT_EQ(StateIn(":  "), "");
  EXPECT_EQ(StateIn(""), "");
}

}  // namespace
}  // namespace benchcell::postgres
