#include "runners/blobs/digest.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

// From FIPS 180-4's examples.
constexpr char kOfNothing[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr char kOfAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr char kOfMillionA[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(DigestTest, KnownAnswers) {
  EXPECT_EQ(Sha256OfBytes(""), kOfNothing);
  EXPECT_EQ(Sha256OfBytes("abc"), kOfAbc);
  EXPECT_EQ(Sha256OfBytes(std::string(1'000'000, 'a')), kOfMillionA);
}

TEST(DigestTest, PiecesGiveTheSameAsTheWhole) {
  Sha256Hasher hasher;
  hasher.Update("a");
  hasher.Update("");
  Sha256Hasher moved = std::move(hasher);
  moved.Update("bc");
  EXPECT_EQ(moved.Finish(), kOfAbc);
}

TEST(DigestTest, OfAFileLargerThanOneRead) {
  const std::string path = testing::TempDir() + "/million";
  ASSERT_TRUE(WriteFile(path, std::string(1'000'000, 'a')).ok());
  const auto digest = Sha256OfFile(path);
  ASSERT_TRUE(digest.ok()) << digest.status();
  EXPECT_EQ(*digest, kOfMillionA);
}

TEST(DigestTest, OfAMissingFileNamesIt) {
  const auto digest = Sha256OfFile(testing::TempDir() + "/absent");
  EXPECT_EQ(digest.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(digest.status().message()), testing::HasSubstr("/absent"));
}

TEST(DigestTest, WhatIsADigest) {
  EXPECT_TRUE(IsSha256(kOfAbc));
  EXPECT_FALSE(IsSha256(""));
  EXPECT_FALSE(IsSha256(std::string(63, 'a')));
  EXPECT_FALSE(IsSha256(std::string(65, 'a')));
  EXPECT_FALSE(IsSha256(std::string(64, 'A')));
  EXPECT_FALSE(IsSha256("../" + std::string(61, 'a')));
}

}  // namespace
}  // namespace benchcell
