#include "plugins/codspeed/profile/places.h"

#include "gtest/gtest.h"

namespace benchcell::codspeed {
namespace {

TEST(PlacesTest, KnowsTheFilesOfWhoMeasures) {
  for (const char* place :
       {"file:///lab/p5/node_modules/vitest/dist/chunks/init.js:127:23",
        "/lab/node_modules/.pnpm/vitest@5.0.4_x/node_modules/vitest/dist/a.js:1:1",
        "/lab/node_modules/@vitest/runner/dist/index.js:1:1", "/a/node_modules/vite/dist/x.js",
        "/a/node_modules/tinybench/dist/index.js:5:5",
        "/lab/node_modules/@codspeed/core/prebuilds/linux-x64/node.napi.node",
        "file:///w/1/benchcell/provider.mjs:20:3"}) {
    EXPECT_TRUE(IsHarnessPlace(place)) << place;
  }
}

TEST(PlacesTest, OtherFilesAreNone) {
  for (const char* place :
       {"", "/lab/src/a.bench.ts:1:1", "/lab/node_modules/vitest-fetch/index.js:1:1",
        "/lab/node_modules/lodash/lodash.js:1:1", "/lab/vitest/src/a.ts:1:1",
        "/lab/node_modules/vitest/node_modules/chai/index.js:1:1", "node:internal/url:1:1",
        "/lab/benchcell/src/a.bench.ts:1:1", "/lab/provider.mjs"}) {
    EXPECT_FALSE(IsHarnessPlace(place)) << place;
  }
  EXPECT_TRUE(IsHarnessFunction("__codspeed_root_frame__"));
  EXPECT_FALSE(IsHarnessFunction("fibo"));
}

TEST(PlacesTest, ShortensPlaces) {
  EXPECT_EQ(ShortPlace("file:///lab/p5/node_modules/vitest/dist/a.js:1:2", "/lab/p5/"),
            "vitest/dist/a.js:1:2");
  EXPECT_EQ(ShortPlace("/lab/p5/src/a.bench.ts:5:14", "/lab/p5/"), "src/a.bench.ts:5:14");
  EXPECT_EQ(ShortPlace("/lab/other/a.ts:5:14", "/lab/p5/"), "/lab/other/a.ts:5:14");
  EXPECT_EQ(ShortPlace("file:///w/c0/b1/benchcell/provider.mjs:31:53", "/w/c0/b1/package/"),
            "benchcell/provider.mjs:31:53")
      << "the same in every build";
  EXPECT_EQ(ShortPlace("node:internal/url:7:9", ""), "node:internal/url:7:9");
}

TEST(PlacesTest, FindsTheProjectInACommand) {
  EXPECT_EQ(RootOfCommand("/lab/bin/node --require /lab/p5/node_modules/vitest/a.cjs --x "
                          "/lab/p5/node_modules/vitest/b.js"),
            "/lab/p5/");
  EXPECT_EQ(RootOfCommand("node --import=/lab/p5/node_modules/x.js"), "/lab/p5/");
  EXPECT_EQ(RootOfCommand("node node_modules/vitest/vitest.mjs"), "");
  EXPECT_EQ(RootOfCommand(""), "");
}

}  // namespace
}  // namespace benchcell::codspeed
