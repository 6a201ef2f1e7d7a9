#include "plugins/vitest/version.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;

TEST(ParseVersionTest, ReadsReleasesAndPrereleases) {
  EXPECT_EQ(ParseVersion("5.1.0").value(), (Version{5, 1, 0}));
  EXPECT_EQ(ParseVersion("4.1.10").value(), (Version{4, 1, 10}));
  EXPECT_EQ(ParseVersion("5.1.0-beta.1").value(), (Version{5, 1, 0}));
}

TEST(ParseVersionTest, RefusesEverythingElse) {
  for (const std::string text : {"", "5", "5.1", "v5.1.0", "5.1.0 ", "5.1.x", "5.1.0-", "^5.1.0",
                                 "99999999999.0.0", "5.1.0\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseVersion(text).status())) << text;
  }
}

TEST(VersionTest, ComparesByNumber) {
  EXPECT_LT((Version{4, 1, 10}), (Version{5, 0, 0}));
  EXPECT_LT((Version{4, 1, 9}), (Version{4, 1, 10}));
}

TEST(CheckSupportedTest, KnowsWhatTheReleasesSay) {
  EXPECT_TRUE(CheckSupported({4, 1, 0}, {20, 0, 0}).ok());
  EXPECT_TRUE(CheckSupported({5, 0, 0}, {22, 12, 0}).ok());
  EXPECT_TRUE(CheckSupported({5, 9, 0}, {24, 22, 1}).ok());
  EXPECT_TRUE(CheckSupported({5, 1, 0}, {27, 0, 0}).ok());
  EXPECT_THAT(CheckSupported({4, 0, 18}, {24, 0, 0}).ToString(), HasSubstr("expected 4.1"));
  EXPECT_THAT(CheckSupported({6, 0, 0}, {24, 0, 0}).ToString(), HasSubstr("is not supported"));
  EXPECT_THAT(CheckSupported({4, 1, 0}, {21, 0, 0}).ToString(), HasSubstr("expected 20, 22"));
  EXPECT_THAT(CheckSupported({5, 0, 0}, {22, 11, 9}).ToString(), HasSubstr("expected 22.12"));
  EXPECT_FALSE(CheckSupported({5, 0, 0}, {25, 0, 0}).ok());
}

}  // namespace
}  // namespace benchcell::vitest
