#include "plugins/vitest/cache_state.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;

const Listing kNone;
const Listing kRunNote = {{"app/node_modules/.vite/vitest/da39/results.json", {10, 1}}};
const Listing kCached = {{"app/node_modules/.vite/vitest/da39/results.json", {10, 1}},
                         {"app/node_modules/.vitest-cache/_metadata.json", {5, 1}},
                         {"app/node_modules/.vitest-cache/aa01", {100, 1}},
                         {"app/node_modules/.vitest-cache/bb02", {200, 2}}};

Listing Touched(Listing listing, const std::string& path) {
  listing[path].modified_ns += 1;
  return listing;
}

std::string Check(const Listing& before, const Listing& after, bool warm, bool cache) {
  const absl::Status status = CheckCacheState(before, after, warm, cache);
  return status.ok() ? "ok" : std::string(status.message());
}

TEST(ParseListingTest, ReadsEveryLine) {
  const auto listing = ParseListing("12 1796051061817802181 app/a b\n0 -5 c\n");
  ASSERT_TRUE(listing.ok()) << listing.status();
  EXPECT_EQ(*listing, (Listing{{"app/a b", {12, 1796051061817802181}}, {"c", {0, -5}}}));
  EXPECT_TRUE(ParseListing("")->empty());
}

TEST(ParseListingTest, NamesTheLineThatIsNone) {
  for (const std::string text : {"12", "12 3", "12 3 ", "x 3 a", "-1 3 a", "1 3.5 a"}) {
    EXPECT_THAT(ParseListing("1 2 ok\n" + text).status().ToString(),
                HasSubstr("found the line \"" + text + "\""));
  }
}

TEST(CheckCacheStateTest, Cold) {
  EXPECT_EQ(Check(kNone, kRunNote, false, false), "ok");
  EXPECT_EQ(Check(kNone, kCached, false, true), "ok");
  EXPECT_THAT(Check(kRunNote, kRunNote, false, false), HasSubstr("found 1 files in the caches"));
}

TEST(CheckCacheStateTest, WarmWithoutModuleCache) {
  EXPECT_EQ(Check(kRunNote, kRunNote, true, false), "ok");
  EXPECT_THAT(Check(kNone, kRunNote, true, false), HasSubstr("found no results.json"));
}

TEST(CheckCacheStateTest, WarmWithModuleCacheWritesNoModule) {
  EXPECT_EQ(Check(kCached, kCached, true, true), "ok");
  // Notes may change.
  EXPECT_EQ(
      Check(kCached, Touched(kCached, "app/node_modules/.vitest-cache/_metadata.json"), true, true),
      "ok");
  EXPECT_EQ(Check(kCached, Touched(kCached, kRunNote.begin()->first), true, true), "ok");
  EXPECT_THAT(Check(kCached, Touched(kCached, "app/node_modules/.vitest-cache/bb02"), true, true),
              HasSubstr("it wrote 1 of 2 modules into the cache, the first is "
                        "app/node_modules/.vitest-cache/bb02; expected none, as the cache held 2"));
  EXPECT_THAT(Check(kRunNote, kCached, true, true), HasSubstr("it wrote 2 of 2 modules"));
}

TEST(CheckCacheStateTest, TheModuleCacheOfVitest4IsKnownToo) {
  const Listing four = {{"app/node_modules/.experimental-vitest-cache/cc03", {1, 1}}};
  EXPECT_EQ(Check(kNone, four, false, true), "ok");
  EXPECT_THAT(Check(kNone, four, false, false), HasSubstr("1 modules are in the cache"));
}

TEST(CheckCacheStateTest, ModulesAreThereIfAndOnlyIfTheCacheIsOn) {
  EXPECT_THAT(Check(kNone, kCached, false, false),
              HasSubstr("fsModuleCache is false, but 2 modules are in the cache after the run"));
  EXPECT_THAT(Check(kRunNote, kRunNote, true, true),
              HasSubstr("fsModuleCache is true, but 0 modules are in the cache"));
}

}  // namespace
}  // namespace benchcell::vitest
