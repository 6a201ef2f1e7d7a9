#include "plugins/vitest/assets.h"

#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::vitest {
namespace {

TEST(EmbeddedAssetsTest, AreTheFilesByteForByte) {
  EXPECT_EQ(EmbeddedAssets().reporter, ReadFile("plugins/vitest/assets/reporter.mjs").value());
  EXPECT_EQ(EmbeddedAssets().sequencer, ReadFile("plugins/vitest/assets/sequencer.mjs").value());
}

}  // namespace
}  // namespace benchcell::vitest
