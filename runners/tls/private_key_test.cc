#include "runners/tls/private_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

fs::path Fresh(const std::string& name) {
  const fs::path path = fs::path(testing::TempDir()) / name;
  fs::remove(path);
  return path;
}

mode_t ModeOf(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(PrivateKey, GoesThroughPem) {
  const auto key = PrivateKey::Generate();
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_THAT(key->ToPem(), testing::StartsWith("-----BEGIN PRIVATE KEY-----\n"));
  const auto again = PrivateKey::FromPem(key->ToPem(), "key");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(KeyId(again->get()), KeyId(key->get()));
  EXPECT_THAT(KeyId(key->get()), testing::MatchesRegex("[0-9a-f]{64}"));
  EXPECT_NE(KeyId(PrivateKey::Generate()->get()), KeyId(key->get()));
}

TEST(PrivateKey, DamagedPemIsNamed) {
  for (const std::string pem : {"", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n"}) {
    const absl::Status status = PrivateKey::FromPem(pem, "dir/key.pem").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr("dir/key.pem: expected a private key"));
  }
}

TEST(KeyFile, OnlyItsOwnerMayRead) {
  const fs::path path = Fresh("written.key");
  const mode_t before = umask(0);
  ASSERT_TRUE(WriteKeyFile(path, "secret", /*replace=*/false).ok());
  umask(before);
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_EQ(*ReadKeyFile(path), "secret");
}

TEST(KeyFile, OneThatOthersMayUseIsRefused) {
  const fs::path path = Fresh("open.key");
  ASSERT_TRUE(WriteKeyFile(path, "secret", false).ok());
  for (const mode_t mode : {0640, 0604, 0644, 0620, 0601, 0777}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    const absl::Status status = ReadKeyFile(path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << std::oct << mode;
    EXPECT_THAT(std::string(status.message()), HasSubstr("expected 0600"));
  }
  for (const mode_t mode : {0600, 0400, 0700}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_TRUE(ReadKeyFile(path).ok()) << std::oct << mode;
  }
}

TEST(KeyFile, NothingIsReplacedUnlessAskedFor) {
  const fs::path path = Fresh("kept.key");
  ASSERT_TRUE(WriteKeyFile(path, "first", false).ok());
  const absl::Status status = WriteKeyFile(path, "second", false);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("--force"));
  EXPECT_EQ(*ReadKeyFile(path), "first");
  ASSERT_TRUE(WriteKeyFile(path, "second", true).ok());
  EXPECT_EQ(*ReadKeyFile(path), "second");
}

TEST(KeyFile, LinkIsNotFollowed) {
  const fs::path target = Fresh("target"), path = Fresh("link.key");
  ASSERT_TRUE(WriteFile(target, "precious").ok());
  fs::create_symlink(target, path);
  EXPECT_FALSE(WriteKeyFile(path, "secret", false).ok());
  ASSERT_TRUE(WriteKeyFile(path, "secret", true).ok());
  EXPECT_EQ(*ReadFile(target), "precious");
  EXPECT_FALSE(fs::is_symlink(path));
}

TEST(KeyFile, LeavesNothingElseBehind) {
  const fs::path folder = fs::path(testing::TempDir()) / "keys";
  fs::remove_all(folder);
  ASSERT_TRUE(MakeFolder(folder).ok());
  ASSERT_TRUE(WriteKeyFile(folder / "a.key", "x", false).ok());
  EXPECT_FALSE(WriteKeyFile(folder / "a.key", "x", false).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  EXPECT_EQ(WriteKeyFile(folder / "none" / "a.key", "x", false).code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
