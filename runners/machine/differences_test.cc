#include "runners/machine/differences.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

const char kBefore[] =
    "kernel: '6.1.0' governor: 'performance' turbo: OFF memory_bytes: 17179869184";

TEST(Differences, EqualFactsHaveNone) {
  EXPECT_TRUE(Differences(FactsFrom(kBefore), FactsFrom(kBefore)).empty());
  EXPECT_EQ(DescribeChange(FactsFrom(kBefore), FactsFrom(kBefore)), "");
}

TEST(Differences, NameTheFactAndBothValues) {
  v1::MachineFacts after = FactsFrom(kBefore);
  after.set_governor("powersave");
  after.set_turbo(v1::UNKNOWN);
  const std::vector<Difference> differences = Differences(FactsFrom(kBefore), after);
  ASSERT_EQ(differences.size(), 2);
  EXPECT_EQ(differences[0].fact, "governor");
  EXPECT_EQ(differences[0].one, "performance");
  EXPECT_EQ(differences[0].other, "powersave");
  EXPECT_EQ(differences[1].title, "turbo");
  EXPECT_EQ(differences[1].other, "unknown");
}

TEST(Differences, ValuesThatLookAlikeAreShownInFull) {
  v1::MachineFacts after = FactsFrom(kBefore);
  after.set_memory_bytes(17179869184 + (16 << 20));
  EXPECT_EQ(DescribeChange(FactsFrom(kBefore), after), "memory 17179869184 -> 17196646400");
}

TEST(DescribeChange, IsOneLineInTheOrderOfTheFacts) {
  v1::MachineFacts after = FactsFrom(kBefore);
  after.set_governor("performance + powersave");
  after.set_kernel("6.1.1");
  after.set_memory_bytes(uint64_t{32} << 30);
  EXPECT_EQ(DescribeChange(FactsFrom(kBefore), after),
            "memory 16.0 GiB -> 32.0 GiB, kernel 6.1.0 -> 6.1.1, governor performance -> "
            "performance + powersave");
}

}  // namespace
}  // namespace benchcell
