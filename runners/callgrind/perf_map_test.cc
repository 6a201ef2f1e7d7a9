#include "runners/callgrind/perf_map.h"

#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

PerfMap MapOf(const std::string& text) {
  MemorySource source(text);
  return *PerfMap::Read(source);
}

std::string At(const PerfMap& map, uint64_t address) {
  const CodeName* const name = map.Find(address);
  return name == nullptr ? "nothing" : name->function;
}

TEST(PerfMapTest, TakesNamesApart) {
  const PerfMap map = MapOf(
      "1000 10 Function:fibo /lab/my folder/a.bench.ts:5:14\n"
      "2000 10 Function: file:///lab/init.js:127:23\n"
      "3000 10 Builtin:LoadIC :0:0\n"
      "0x4000 10 JS:*work /lab/b.js:1:2\n"
      "5000 10 v8::internal::Heap::Collect()\n"
      "6000 10 RegExp:a b+ :0:0\n");
  EXPECT_EQ(map.Find(0x1000)->type, "Function");
  EXPECT_EQ(map.Find(0x1000)->function, "fibo");
  EXPECT_EQ(map.Find(0x1000)->place, "/lab/my folder/a.bench.ts:5:14");
  EXPECT_EQ(map.Find(0x1000)->size, 0x10u);
  EXPECT_EQ(map.Find(0x2000)->function, "");
  EXPECT_EQ(map.Find(0x2000)->place, "file:///lab/init.js:127:23");
  EXPECT_EQ(map.Find(0x3000)->type, "Builtin");
  EXPECT_EQ(map.Find(0x3000)->place, "");
  EXPECT_EQ(map.Find(0x4000)->function, "*work");
  EXPECT_EQ(map.Find(0x5000)->type, "");
  EXPECT_EQ(map.Find(0x5000)->function, "v8::internal::Heap::Collect()");
  EXPECT_EQ(map.Find(0x6000)->function, "a b+");
  EXPECT_EQ(map.SizeOf("Builtin", "LoadIC"), 0x10u);
  EXPECT_EQ(map.SizeOf("Builtin", "StoreIC"), 0u);
}

TEST(PerfMapTest, CoversFromTheFirstToTheLastByte) {
  const PerfMap map = MapOf("1000 10 F:a :0:0\n1010 8 F:b :0:0\n");
  EXPECT_EQ(At(map, 0xfff), "nothing");
  EXPECT_EQ(At(map, 0x1000), "a");
  EXPECT_EQ(At(map, 0x100f), "a");
  EXPECT_EQ(At(map, 0x1010), "b");
  EXPECT_EQ(At(map, 0x1018), "nothing");
}

TEST(PerfMapTest, TheLastOfSeveralWins) {
  // Covers the end of one, all of the next, and the start of the third.
  const PerfMap map = MapOf(
      "1000 100 F:a :0:0\n1100 100 F:b :0:0\n1200 100 F:c :0:0\n1080 200 F:moved :0:0\n"
      "1100 10 F:small :0:0\n");
  EXPECT_EQ(At(map, 0x107f), "a");
  EXPECT_EQ(At(map, 0x1080), "moved");
  EXPECT_EQ(At(map, 0x10ff), "moved");
  EXPECT_EQ(At(map, 0x1100), "small");
  EXPECT_EQ(At(map, 0x1110), "moved");
  EXPECT_EQ(At(map, 0x127f), "moved");
  EXPECT_EQ(At(map, 0x1280), "c");
  EXPECT_EQ(At(map, 0x1300), "nothing");
  EXPECT_EQ(At(MapOf("1000 10 F:old :0:0\n1000 10 F:new :0:0\n"), 0x1008), "new");
  // Inside of one: both of its ends stay.
  const PerfMap inside = MapOf("1000 100 F:a :0:0\n1040 10 F:b :0:0\n");
  EXPECT_EQ(At(inside, 0x103f), "a");
  EXPECT_EQ(At(inside, 0x1048), "b");
  EXPECT_EQ(At(inside, 0x1050), "a");
}

TEST(PerfMapTest, SkipsLinesThatAreNone) {
  const PerfMap map = MapOf(
      "\nhello\n10\n10 \nzz 10 F:a\n1000 0 F:empty :0:0\nffffffffffffffff ff F:wraps :0:0\n"
      "111111111111111111111 10 F:large :0:0\n2000 10 F:good :0:0\n3000 10 F:cu");
  EXPECT_EQ(map.pieces(), 1u);
  EXPECT_EQ(At(map, 0x2000), "good");
  EXPECT_EQ(MapOf("").Find(0), nullptr);
}

}  // namespace
}  // namespace benchcell
