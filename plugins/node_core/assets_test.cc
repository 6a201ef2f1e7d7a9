#include "plugins/node_core/assets.h"

#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::node_core {
namespace {

TEST(EmbeddedAssetsTest, AreTheFilesByteForByte) {
  EXPECT_EQ(EmbeddedAssets().capture, ReadFile("plugins/node_core/assets/capture.cjs").value());
  EXPECT_EQ(EmbeddedAssets().discover, ReadFile("plugins/node_core/assets/discover.cjs").value());
}

}  // namespace
}  // namespace benchcell::node_core
