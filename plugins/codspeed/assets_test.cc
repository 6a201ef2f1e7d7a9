#include "plugins/codspeed/assets.h"

#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::codspeed {
namespace {

TEST(EmbeddedAssetsTest, AreTheFilesByteForByte) {
  const std::string folder = "plugins/codspeed/assets/";
  EXPECT_EQ(EmbeddedAssets().reporter, ReadFile(folder + "reporter.mjs").value());
  EXPECT_EQ(EmbeddedAssets().collect, ReadFile(folder + "collect.mjs").value());
  EXPECT_EQ(EmbeddedAssets().provider, ReadFile(folder + "provider.mjs").value());
  EXPECT_EQ(EmbeddedAssets().vitest5_config, ReadFile(folder + "vitest5.config.mjs").value());
}

}  // namespace
}  // namespace benchcell::codspeed
