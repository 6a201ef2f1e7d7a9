#include "runners/compare/rate_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsNan;

std::vector<double> SamplesOf(const RateSeries& series) {
  std::vector<double> samples;
  series.samples.CopyTo(samples);
  return samples;
}

Rate Number(double value) { return {RateKind::kNumber, value}; }

TEST(RateTableTest, KeepsBinariesAndMachinesApart) {
  RateTable table(/*keep_samples=*/true);
  table.Add("old", "a.js", "n=1", "m1", Number(1));
  table.Add("new", "a.js", "n=1", "m1", Number(2));
  table.Add("old", "a.js", "n=1", "m2", Number(3));
  table.Add("old", "a.js", "n=1", "m1", Number(5));
  ASSERT_EQ(table.configurations().size(), 1u);
  const RateConfiguration& only = table.configurations()[0];
  EXPECT_EQ(only.name, "a.js n=1");
  EXPECT_THAT(SamplesOf(*only.Find(0, 0)), ElementsAre(1, 5));
  EXPECT_EQ(only.Find(0, 0)->rates.Mean(), 3);
  EXPECT_EQ(only.Find(1, 0)->count(), 1);
  EXPECT_EQ(only.Find(0, 1)->count(), 1);
  EXPECT_EQ(only.Find(1, 1), nullptr);
}

// In any order, with names that begin alike.
TEST(RateTableTest, FindsConfigurationsInAnyOrder) {
  RateTable table(false);
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 200; ++i) {
      const int which = (i * (round % 2 == 0 ? 1 : 37) + round) % 200;
      table.Add("old", "a.js", absl::StrCat("n=", which), "", Number(which));
    }
  }
  ASSERT_EQ(table.configurations().size(), 200u);
  for (const RateConfiguration& configuration : table.configurations()) {
    ASSERT_EQ(configuration.first->next, nullptr);
    EXPECT_EQ(configuration.first->count(), 5);
    EXPECT_EQ(configuration.name, absl::StrCat("a.js n=", configuration.first->rates.Mean()));
    EXPECT_TRUE(SamplesOf(*configuration.first).empty());
  }
}

TEST(RateTableTest, KeysStandForSeries) {
  RateTable table(true);
  EXPECT_EQ(table.Add("old", "a.js", "n=1", "", Number(1)), 0u);
  EXPECT_EQ(table.Add("new", "a.js", "n=1", "", Number(2)), 1u);
  EXPECT_EQ(table.Add("old", "a.js", "n=1", "", Number(3)), 0u);
  table.AddTo(1, Number(4));
  EXPECT_THAT(SamplesOf(*table.configurations()[0].Find(1, 0)), ElementsAre(2, 4));
}

TEST(RateTableTest, CountsWhatIsNoNumber) {
  RateTable table(true);
  for (const Rate& rate : {Number(1), Rate{RateKind::kMissing}, Rate{RateKind::kNan},
                           Rate{RateKind::kInfinite, HUGE_VAL}, Number(3)}) {
    table.Add("old", "a.js", "", "", rate);
  }
  const RateSeries& series = *table.configurations()[0].first;
  EXPECT_EQ(series.count(), 5);
  EXPECT_EQ(series.rates.count(), 2);
  EXPECT_EQ(series.rates.Mean(), 2);
  EXPECT_EQ(series.count(RateKind::kMissing), 1);
  EXPECT_EQ(series.count(RateKind::kNull), 0);
  EXPECT_EQ(series.odd->infinite, HUGE_VAL);
  EXPECT_THAT(SamplesOf(series), ElementsAre(1, IsNan(), IsNan(), IsNan(), 3));
}

TEST(RateTableTest, SortsByName) {
  RateTable table(false);
  for (const char* name : {"b", "A", "a", "B"}) table.Add("old", "x", name, "", Number(1));
  std::string bytewise, locale;
  for (const auto* one : SortedByName(table, NameOrder::kBytewise)) bytewise += one->name.back();
  for (const auto* one : SortedByName(table, NameOrder::kLocale)) locale += one->name.back();
  EXPECT_EQ(bytewise, "ABab");
  EXPECT_EQ(locale, "aAbB");
}

}  // namespace
}  // namespace benchcell
