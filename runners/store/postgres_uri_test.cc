#include "runners/store/postgres_uri.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace benchcell::postgres {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PostgresUriTest, KnowsItsSchemes) {
  EXPECT_TRUE(Uri::IsOne("postgres://h/d"));
  EXPECT_TRUE(Uri::IsOne("postgresql://"));
  for (const std::string other : {"", "postgres", "postgres:/h", "Postgres://h", "/postgres://h"}) {
    EXPECT_FALSE(Uri::IsOne(other)) << other;
    EXPECT_FALSE(Uri::Parse(other).ok()) << other;
  }
}

TEST(PostgresUriTest, SaysWhatTheTextSays) {
  const Uri uri = *Uri::Parse("postgres://me:p%40ss@db.example:5433/lab?sslmode=verify-full");
  EXPECT_EQ(uri.parameters().at("user"), "me");
  EXPECT_EQ(uri.parameters().at("password"), "p@ss");
  EXPECT_EQ(uri.parameters().at("host"), "db.example");
  EXPECT_EQ(uri.parameters().at("port"), "5433");
  EXPECT_EQ(uri.parameters().at("dbname"), "lab");
  EXPECT_EQ(uri.parameters().at("sslmode"), "verify-full");
  EXPECT_EQ(uri.parameters().count("hostaddr"), 0);
}

TEST(PostgresUriTest, NameIsForMessages) {
  EXPECT_EQ(Uri::Parse("postgres://me:secret@h:1/d?password=also")->name(), "postgres://me@h:1/d");
  EXPECT_EQ(Uri::Parse("postgresql:///d?host=/run/x")->name(), "postgres:///run/x/d");
  EXPECT_EQ(Uri::Parse("postgres://a:1,b:2/d")->name(), "postgres://a,b:1,2/d");
  EXPECT_EQ(Uri::Parse("postgres://")->name(), "postgres:///");
}

TEST(PostgresUriTest, MalformedTextIsRefusedAndNotRepeated) {
  for (const std::string text :
       {"postgres://me:s3cret@word@h/d", "postgres://me:s3cret/word@h/d", "postgres://me:s3cret/d",
        "postgres://me:s3cret%ZZ@h/d", "postgres://me:x@h/d?s3cret=1", "postgres://h:s3cret/d",
        "postgres://me:x@[s3cret/d"}) {
    const absl::Status status = Uri::Parse(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("s3cret")));
    EXPECT_THAT(std::string(status.message()), HasSubstr("expected postgres://USER"));
  }
}

TEST(PostgresUriTest, PasswordIsTakenOutOfMessages) {
  const Uri uri = *Uri::Parse("postgres://me:s3cret@h/d");
  EXPECT_EQ(uri.Redact("a s3cret b s3cret"), "a [password] b [password]");
  EXPECT_EQ(Uri::Parse("postgres://me@h/d")->Redact("text"), "text");
  EXPECT_EQ(Uri::Parse("postgres://me:@h/d")->Redact("text"), "text");
}

}  // namespace
}  // namespace benchcell::postgres
