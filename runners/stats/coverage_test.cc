// Does the interval hold what it says, on generated data whose truth is known?

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "runners/stats/false_discovery.h"
#include "runners/stats/paired.h"

namespace benchcell {
namespace {

constexpr int kDataSets = 4000;

// Both distributions are written out: the standard library's differ between implementations.
class Noise {
 public:
  explicit Noise(uint64_t seed) : generator_(seed) {}

  // From 0 to 1, both excluded.
  double Uniform() { return (static_cast<double>(generator_() >> 11) + 0.5) * 0x1p-53; }

  // Box & Muller 1958.
  double Normal() {
    return std::sqrt(-2 * std::log(Uniform())) * std::cos(2 * 3.14159265358979 * Uniform());
  }

  // Now and then a run is disturbed: it takes longer, never less.
  double Disturbance() { return Uniform() < 0.1 ? 0.2 * Uniform() : 0; }

 private:
  std::mt19937_64 generator_;
};

struct Situation {
  const char* name;
  int pairs;
  double true_ratio;
  // Log of the baseline's time and of the changed build's time without the change, for pair i.
  std::function<std::pair<double, double>(Noise&, int)> logs;
};

std::vector<Situation> Situations() {
  const auto independent = [](Noise& noise, int) {
    return std::pair(0.01 * noise.Normal(), 0.01 * noise.Normal());
  };
  const auto shared = [](Noise& noise, int i) {
    const double both = 0.1 * noise.Normal() + 0.01 * i;  // Drift and noise that a pair shares.
    return std::pair(both + 0.02 * noise.Normal(), both + 0.02 * noise.Normal());
  };
  const auto disturbed = [](Noise& noise, int) {
    return std::pair(0.01 * noise.Normal() + noise.Disturbance(),
                     0.01 * noise.Normal() + noise.Disturbance());
  };
  return {{"quiet", 10, 1.0, independent},           {"a change", 10, 0.68, independent},
          {"shared within pairs", 10, 1.01, shared}, {"many", 40, 0.9, shared},
          {"beyond the exact", 80, 1.2, shared},     {"disturbed", 12, 0.85, disturbed}};
}

TEST(CoverageTest, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  for (const Situation& situation : Situations()) {
    Noise noise(20260801);
    int covered = 0;
    for (int set = 0; set < kDataSets; ++set) {
      std::vector<Pair> pairs;
      for (int i = 0; i < situation.pairs; ++i) {
        const auto [baseline, changed] = situation.logs(noise, i);
        pairs.push_back({std::exp(baseline), situation.true_ratio * std::exp(changed)});
      }
      const RatioInterval interval = *EstimatePairedRatio(pairs, 0.95)->interval;
      covered += interval.low <= situation.true_ratio && situation.true_ratio <= interval.high;
    }
    const double coverage = static_cast<double>(covered) / kDataSets;
    EXPECT_GE(coverage, 0.93) << situation.name;
    EXPECT_LE(coverage, 0.97) << situation.name;
  }
}

// The same build twice, 100 cells a table, with drift, noise shared by pairs and a first run of
// each pair that pays 1 %: balanced over the pairs, so it is noise for them.
TEST(CoverageTest, TwiceTheSameBuildIsRarelyCalledAChange) {
  constexpr int kTables = 60;
  constexpr int kCells = 100;
  constexpr int kPairs = 10;
  Noise noise(7);
  int raw_positives = 0;
  int clean_tables = 0;
  for (int table = 0; table < kTables; ++table) {
    std::vector<double> p_values;
    for (int cell = 0; cell < kCells; ++cell) {
      std::vector<Pair> pairs;
      const bool baseline_leads = noise.Uniform() < 0.5;
      for (int i = 0; i < kPairs; ++i) {
        const double both = 0.003 * i + 0.02 * noise.Normal();
        const bool baseline_first = (i % 2 == 0) == baseline_leads;
        pairs.push_back({std::exp(both + 0.01 * noise.Normal() + (baseline_first ? 0.01 : 0)),
                         std::exp(both + 0.01 * noise.Normal() + (baseline_first ? 0 : 0.01))});
      }
      p_values.push_back(EstimatePairedRatio(pairs, 0.95)->p_value);
      raw_positives += p_values.back() <= 0.05;
    }
    bool clean = true;
    for (const double q : BenjaminiHochberg(p_values)) clean = clean && q > 0.05;
    clean_tables += clean;
  }
  // At most the level; the order effect makes pairs scatter more than chance needs, never less.
  EXPECT_LE(raw_positives, 0.055 * kTables * kCells);
  EXPECT_GE(raw_positives, 0.005 * kTables * kCells);
  EXPECT_GE(clean_tables, 0.95 * kTables);
}

}  // namespace
}  // namespace benchcell
