#include "runners/design/same_versions.h"

#include <string>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

v1::Bundle Node(const std::string& label, const std::string& platform, const std::string& version) {
  v1::Bundle bundle;
  bundle.set_label(label);
  bundle.set_platform(platform);
  if (!version.empty()) (*bundle.mutable_facts())["version"] = version;
  return bundle;
}

TEST(CheckSameVersions, BuildsMayDifferPlatformsMayNot) {
  EXPECT_TRUE(CheckSameVersions({Node("//n:22", "linux-x64", "22.23.2"),
                                 Node("//n:22", "darwin-arm64", "22.23.2"),
                                 Node("//n:26", "linux-x64", "26.10.0"),
                                 Node("//n:26", "darwin-arm64", "26.10.0")})
                  .ok());
  const absl::Status refused = CheckSameVersions({Node("//n:22", "linux-x64", "22.23.2"),
                                                  Node("//n:24", "linux-x64", "24.22.1"),
                                                  Node("//n:24", "darwin-arm64", "24.0.0")});
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(std::string(refused.message()).substr(0, 61),
            "//n:24 is 24.22.1 for linux-x64 but 24.0.0 for darwin-arm64; ");
}

TEST(CheckSameVersions, WhatTellsNoVersionIsTakenAsItIs) {
  EXPECT_TRUE(CheckSameVersions({Node("//a", "linux-x64", ""), Node("//a", "darwin-arm64", "1"),
                                 Node("//a", "linux-arm64", "1")})
                  .ok());
  EXPECT_TRUE(CheckSameVersions({}).ok());
}

}  // namespace
}  // namespace benchcell
