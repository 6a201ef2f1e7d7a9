// Real profiles with totals that are known, and their own sums.

#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/profile_reader.h"
#include "runners/callgrind/testing.h"
#include "runners/compare/byte_source.h"

namespace benchcell {
namespace {

constexpr char kFolder[] = "fixtures/recorded/codspeed/";

ReadParts ReadRecorded(const std::string& file) {
  const auto source = OpenByteSource(kFolder + file);
  EXPECT_TRUE(source.ok()) << source.status();
  ProfileReader reader(**source, file);
  ReadParts read = ReadAllParts(reader);
  EXPECT_TRUE(read.status.ok()) << read.status;
  return read;
}

TEST(RecordedProfilesTest, EveryPartSumsUpToItsTotals) {
  for (const char* file :
       {"vitest-4.1.10-run1/11679.out", "vitest-4.1.10-run1/11950.out",
        "vitest-5.0.4-getter-tracked/24330.out", "vitest-5.0.4-getter-suppressed/26313.out",
        "order-artefact/27662.out", "order-artefact/27708.out", "perf-map-tracked/839.out",
        "perf-map-suppressed/3078.out", "perf-map-compressed/3132.out"}) {
    const ReadParts read = ReadRecorded(file);
    EXPECT_FALSE(read.parts.empty()) << file;
    for (const ProfilePart& part : read.parts) {
      EXPECT_EQ(part.cost_total, part.totals.at(0)) << file << " " << part.trigger;
      EXPECT_EQ(part.totals.size(), 12u);
      EXPECT_EQ(part.fault, "");
      EXPECT_FALSE(part.forged || part.retracts);
    }
    EXPECT_EQ(read.parts.back().trigger, "Program termination") << file;
    EXPECT_EQ(read.header.creator, "callgrind-3.19.0");
  }
}

TEST(RecordedProfilesTest, HasTheKnownCostsOfAnAccess) {
  const ReadParts read = ReadRecorded("vitest-5.0.4-getter-tracked/24330.out");
  ASSERT_EQ(read.parts.size(), 7u);
  EXPECT_EQ(read.header.pid, 24330u);
  const ProfilePart& dense = read.parts[3];
  EXPECT_EQ(dense.trigger, "Client Request: src/a.bench.ts::getters::dense");
  EXPECT_EQ(dense.totals[0], 2155815u);
  EXPECT_EQ(dense.totals[1], 640259u);
  const std::string node = "/lab/node24/package/bin/node ";
  EXPECT_EQ(read.costs[3].at("0x000000002806c500"), 480000u);
  EXPECT_EQ(read.costs[3].at(node + "Builtins_MapPrototypeSet"), 350000u);
  EXPECT_EQ(read.costs[3].at(node + "Builtins_FindOrderedHashMapEntry"), 230000u);
  EXPECT_EQ(read.calls[3].at("0x000000002806c500 > " + node + "Builtins_MapPrototypeSet"), 5000u);
}

// The same program with names, positions and jumps written in every other way.
TEST(RecordedProfilesTest, ReadsAbbreviatedFilesAlike) {
  const ReadParts plain = ReadRecorded("perf-map-tracked/839.out");
  const ReadParts compressed = ReadRecorded("perf-map-compressed/3132.out");
  ASSERT_EQ(plain.parts.size(), compressed.parts.size());
  for (size_t i = 0; i < plain.parts.size(); ++i) {
    EXPECT_EQ(plain.parts[i].trigger, compressed.parts[i].trigger);
  }
  // Equal to the instruction, so every frame is.
  EXPECT_EQ(plain.parts[1].totals[0], 31104u);
  EXPECT_EQ(compressed.parts[1].totals[0], 31104u);
  size_t named = 0;
  for (const auto& [name, cost] : plain.costs[1]) {
    if (name.substr(0, 2) == "0x") continue;
    ++named;
    EXPECT_EQ(compressed.costs[1].count(name), 1u) << name;
    EXPECT_EQ(compressed.costs[1].at(name), cost) << name;
  }
  EXPECT_GT(named, 100u);
}

}  // namespace
}  // namespace benchcell
