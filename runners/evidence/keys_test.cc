#include "runners/evidence/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/evidence/testing.h"
#include "runners/tls/private_key.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;

// `openssl genpkey -algorithm ed25519 -aes256 -pass pass:secret`
constexpr char kEncrypted[] =
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
    "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgAAAAAAAAAAAICCAAw\n"
    "-----END ENCRYPTED PRIVATE KEY-----\n";

std::string Refusal(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(SigningKey, SignsAsRfc8032Says) {
  // Section 7.1, test 2.
  const std::string der = absl::HexStringToBytes(
      "302e020100300506032b657004220420"
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
  const std::string pem = absl::StrCat("-----BEGIN PRIVATE KEY-----\n", absl::Base64Escape(der),
                                       "\n-----END PRIVATE KEY-----\n");
  const auto key = SigningKey::FromPem(pem, "rfc");
  ASSERT_TRUE(key.ok()) << key.status();
  const auto signature = key->Sign("\x72");
  ASSERT_TRUE(signature.ok()) << signature.status();
  EXPECT_EQ(absl::BytesToHexString(*signature),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(key->Public().Verifies("\x72", *signature));
  EXPECT_FALSE(key->Public().Verifies("\x73", *signature));
  EXPECT_FALSE(key->Public().Verifies("\x72", signature->substr(1)));
  EXPECT_FALSE(key->Public().Verifies("\x72", ""));
}

TEST(Keys, GoThroughPem) {
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key.ok()) << key.status();
  const auto again = SigningKey::FromPem(key->ToPem(), "key");
  ASSERT_TRUE(again.ok()) << again.status();
  const auto other_half = VerifyingKey::FromPem(key->Public().ToPem(), "key");
  ASSERT_TRUE(other_half.ok()) << other_half.status();
  EXPECT_TRUE(other_half->Verifies("text", *again->Sign("text")));
  EXPECT_THAT(other_half->Fingerprint(), MatchesRegex("[0-9a-f]{64}"));
  EXPECT_EQ(other_half->Fingerprint(), again->Public().Fingerprint());
  EXPECT_NE(other_half->Fingerprint(), SigningKey::Generate()->Public().Fingerprint());
}

TEST(Keys, WhatIsNoSuchKeyIsNamed) {
  const std::string signing = TestKey('a').ToPem();
  const std::string verifying = TestKey('a').Public().ToPem();
  const std::string other = PrivateKey::Generate()->ToPem();
  EXPECT_THAT(
      Refusal(SigningKey::FromPem(verifying, "k.pem").status()),
      AllOf(HasSubstr("k.pem: found a public key"), HasSubstr("expected an Ed25519 private key")));
  EXPECT_THAT(
      Refusal(VerifyingKey::FromPem(signing, "k.pem").status()),
      AllOf(HasSubstr("k.pem: found a private key"), HasSubstr("expected an Ed25519 public key")));
  EXPECT_THAT(Refusal(SigningKey::FromPem(other, "k.pem").status()),
              HasSubstr("found a key of type EC; expected an Ed25519"));
  EXPECT_THAT(Refusal(SigningKey::FromPem(kEncrypted, "k.pem").status()),
              HasSubstr("a private key with a password"));
  for (const std::string& pem : {std::string(), std::string("no key"), signing.substr(0, 60),
                                 std::string(1 << 16, '\xff')}) {
    EXPECT_THAT(Refusal(SigningKey::FromPem(pem, "k.pem").status()),
                HasSubstr("k.pem: found no key"));
    EXPECT_FALSE(VerifyingKey::FromPem(pem, "k.pem").ok());
  }
}

TEST(SigningKey, OneThatOthersMayReadIsRefused) {
  const fs::path path = TestFile("open.pem");
  ASSERT_TRUE(WriteFile(path, TestKey('a').ToPem()).ok());
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  EXPECT_THAT(std::string(SigningKey::FromFile(path).status().message()),
              AllOf(HasSubstr("open.pem"), HasSubstr("mode 0644"), HasSubstr("expected 0600")));
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_TRUE(SigningKey::FromFile(path).ok());
  ASSERT_TRUE(WriteFile(path, TestKey('a').Public().ToPem()).ok());
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  EXPECT_THAT(Refusal(SigningKey::FromFile(path).status()), HasSubstr("found a public key"));
  EXPECT_EQ(SigningKey::FromFile(TestFile("none.pem")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(OwnKey, IsMadeOnce) {
  const fs::path folder = TestFile("config") / "benchcell";
  fs::remove_all(folder.parent_path());
  const auto made = GetOwnKey(folder);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_TRUE(made->made);
  struct stat status {};
  ASSERT_EQ(stat(made->path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  const auto again = GetOwnKey(folder);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_FALSE(again->made);
  EXPECT_EQ(again->key.ToPem(), made->key.ToPem());
}

TEST(OwnKey, ADamagedOneIsNeverReplaced) {
  const fs::path folder = TestFile("damaged");
  ASSERT_TRUE(MakeFolder(folder).ok());
  const fs::path path = folder / "evidence-key.pem";
  ASSERT_TRUE(WriteFile(path, "precious").ok());
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_THAT(Refusal(GetOwnKey(folder).status()), HasSubstr("evidence-key.pem: found no key"));
  EXPECT_EQ(*ReadFile(path), "precious");
}

}  // namespace
}  // namespace benchcell
