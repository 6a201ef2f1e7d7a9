#include "runners/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Fills a table, binary by binary.
class Rates {
 public:
  Rates& Add(const std::string& binary, const std::vector<double>& rates,
             const std::string& name = "n=1", const std::string& machine = "") {
    for (const double rate : rates) {
      const RateKind kind = std::isnan(rate)   ? RateKind::kNan
                            : std::isinf(rate) ? RateKind::kInfinite
                                               : RateKind::kNumber;
      table_.Add(binary, "a.js", name, machine, {kind, std::isfinite(rate) ? rate : 0});
    }
    return *this;
  }

  std::vector<ComparisonRow> Rows(const ComparisonOptions& options = {}) const {
    return BuildComparison(table_, options)->rows;
  }
  absl::Status Error(const ComparisonOptions& options = {}) const {
    return BuildComparison(table_, options).status();
  }

 private:
  RateTable table_{/*keep_samples=*/true};
};

std::vector<double> Around(double level, int count, int phase = 0) {
  std::vector<double> rates;
  for (int i = 0; i < count; ++i) rates.push_back(level * (1 + 0.01 * std::sin(i * 1.7 + phase)));
  return rates;
}

std::string Notes(const ComparisonRow& row) { return absl::StrJoin(row.notes, "; "); }

TEST(ComparisonTest, AGoodRowHasEverything) {
  const ComparisonRow row =
      Rates().Add("old", Around(100, 12)).Add("new", Around(103, 12, 2)).Rows().at(0);
  EXPECT_EQ(row.name, "a.js n=1");
  EXPECT_NEAR(row.rates->improvement_percent, 3, 0.5);
  EXPECT_NEAR(*row.ratio, 1.03, 0.005);
  EXPECT_LT(row.interval->low, 1.03);
  EXPECT_GT(row.interval->high, 1.03);
  EXPECT_LT(*row.p_value, 0.001);
  EXPECT_EQ(*row.q_value, *row.p_value);
  EXPECT_GT(*row.smallest_detectable, 0.005);
  EXPECT_EQ(row.baseline_count, 12);
  EXPECT_THAT(row.notes, IsEmpty());
}

// Each of these kills the whole table of compare.R, or bends it.
TEST(ComparisonTest, ABrokenRowSaysWhyAndTheOthersStand) {
  const double nan = std::nan("");
  const auto check = [](const std::vector<double>& old_rates, const std::vector<double>& new_rates,
                        const std::string& words) {
    const std::vector<ComparisonRow> rows = Rates()
                                                .Add("old", Around(10, 8), "good")
                                                .Add("new", Around(11, 8), "good")
                                                .Add("old", old_rates, "odd")
                                                .Add("new", new_rates, "odd")
                                                .Rows();
    EXPECT_EQ(rows.size(), 2u);
    EXPECT_LT(*rows[0].p_value, 0.01);
    EXPECT_THAT(rows[0].notes, IsEmpty());
    EXPECT_THAT(Notes(rows[1]), HasSubstr(words));
    return rows[1];
  };
  const ComparisonRow constant =
      check(std::vector<double>(8, 100), std::vector<double>(8, 110), "same rate in every run");
  EXPECT_DOUBLE_EQ(*constant.ratio, 1.1);
  EXPECT_DOUBLE_EQ(*constant.p_value, 2 / 256.0);
  EXPECT_FALSE(check({}, Around(1, 8), "no row of old").Complete());
  EXPECT_FALSE(check(Around(1, 8), {}, "no row of new").Complete());
  check({5}, {6}, "1 sample of old and 1 sample of new: a t test needs two of each");
  check({5, 6, 7}, {6, 7, 9}, "3 pairs are too few for an interval");
  EXPECT_TRUE(
      check(Around(1, 8), Around(1, 7), "8 rows of old and 7 of new are no pairs").Complete());
  check({1, 2, 3, 0}, {1, 2, 3, 4}, "a rate of 0 or less has no ratio");
  EXPECT_FALSE(check({nan, nan}, {1, 2}, "2 of 2 rates of old are NaN: left out").Complete());
  check({1e200, 2e200}, {1, 2}, "rates too large to square");
}

TEST(ComparisonTest, ARunThatFailedTakesItsPairWithIt) {
  std::vector<double> old_rates = Around(100, 12);
  std::vector<double> new_rates = Around(105, 12, 1);
  const ComparisonRow whole =
      Rates()
          .Add("old", std::vector<double>(old_rates.begin(), old_rates.end() - 2))
          .Add("new", std::vector<double>(new_rates.begin(), new_rates.end() - 2))
          .Rows()
          .at(0);
  old_rates[10] = std::nan("");
  new_rates[11] = HUGE_VAL;
  const ComparisonRow row = Rates().Add("old", old_rates).Add("new", new_rates).Rows().at(0);
  EXPECT_EQ(row.ratio, whole.ratio);
  EXPECT_EQ(row.p_value, whole.p_value);
  EXPECT_EQ(row.baseline_count, 11);
  EXPECT_THAT(row.notes, ElementsAre("1 of 12 rates of old is NaN: left out",
                                     "1 of 12 rates of new is infinite: left out"));
}

TEST(ComparisonTest, EveryBinaryAgainstTheFirst) {
  Rates rates;
  rates.Add("v22", Around(10, 8)).Add("v24", Around(11, 8)).Add("v25", Around(12, 8));
  const std::vector<ComparisonRow> rows = rates.Rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].binary, "v24");
  EXPECT_NEAR(*rows[0].ratio, 1.1, 1e-9);
  EXPECT_NEAR(*rows[1].ratio, 1.2, 1e-9);
  ComparisonOptions options;
  options.baseline = "v25";
  EXPECT_NEAR(*rates.Rows(options).at(0).ratio, 10 / 12.0, 1e-9);
  options.baseline = "v99";
  EXPECT_THAT(std::string(rates.Error(options).message()),
              HasSubstr("no row of the baseline v99, expected one of the binaries v22, v24, v25"));
  EXPECT_THAT(std::string(Rates().Add("old", {1}).Error().message()),
              HasSubstr("one binary alone"));
}

TEST(ComparisonTest, OldIsTheBaselineWhereverItStands) {
  const ComparisonRow row =
      Rates().Add("new", Around(11, 8)).Add("old", Around(10, 8)).Rows().at(0);
  EXPECT_EQ(row.binary, "new");
  EXPECT_NEAR(*row.ratio, 1.1, 1e-9);
}

TEST(ComparisonTest, MachinesAreStrata) {
  Rates rates;
  int phase = 0;
  for (const double level : {20.0, 46.0, 71.0, 25.0}) {
    const std::string machine = absl::StrCat("m", level);
    rates.Add("old", Around(level, 30, ++phase), "n=1", machine);
    rates.Add("new", Around(level * 1.02, 30, phase + 2), "n=1", machine);
  }
  const std::vector<ComparisonRow> rows = rates.Rows();
  ASSERT_EQ(rows.size(), 5u);
  const ComparisonRow& all = rows[0];
  EXPECT_EQ(all.kind, RowKind::kAllMachines);
  EXPECT_FALSE(all.rates.has_value());
  EXPECT_NEAR(*all.ratio, 1.02, 0.002);
  EXPECT_EQ(all.baseline_count, 120);
  EXPECT_TRUE(all.q_value.has_value());
  for (size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].kind, RowKind::kOneMachine);
    EXPECT_LT(rows[i].rates->accuracy_percent[0], 1);
    EXPECT_FALSE(rows[i].q_value.has_value());
    // All machines together know more than each.
    EXPECT_LT(all.interval->high - all.interval->low,
              rows[i].interval->high - rows[i].interval->low);
  }
}

TEST(ComparisonTest, MachinesThatMissOrDisagreeAreNamed) {
  const std::vector<ComparisonRow> rows = Rates()
                                              .Add("old", Around(10, 20), "n=1", "a")
                                              .Add("new", Around(11, 20, 2), "n=1", "a")
                                              .Add("old", Around(10, 20), "n=1", "b")
                                              .Add("new", Around(9, 20, 2), "n=1", "b")
                                              .Add("old", Around(10, 20), "n=1", "c")
                                              .Rows();
  EXPECT_THAT(rows[0].notes, ElementsAre("without c: no estimate there",
                                         HasSubstr("the machines disagree (p <0.0001)")));
  EXPECT_EQ(rows[0].baseline_count, 40);
}

}  // namespace
}  // namespace benchcell
