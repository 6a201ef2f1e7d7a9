#include "runners/report/comparability.h"

#include <gtest/gtest.h>

#include <map>

namespace benchcell {
namespace {

using Observed = std::map<std::string, std::string>;

class ComparabilityTest : public testing::Test {
 protected:
  ComparabilityTest() {
    for (const char* name : {"node", "valgrind"}) metric_.add_comparable(name);
  }

  // Of two builds whose runs observed this.
  std::string Words(const std::vector<Observed>& baseline, const std::vector<Observed>& changed) {
    std::vector<v1::RunRecord> records(baseline.size() + changed.size());
    std::vector<const v1::RunRecord*> before, after;
    for (size_t i = 0; i < records.size(); ++i) {
      const bool first = i < baseline.size();
      for (const auto& [name, value] : first ? baseline[i] : changed[i - baseline.size()]) {
        (*records[i].mutable_observed())[name] = value;
      }
      (first ? before : after).push_back(&records[i]);
    }
    return UnlikeWords(FindUnlike(metric_, before, after));
  }

  v1::Metric metric_;
};

TEST_F(ComparabilityTest, TheSameEverywhereIsAlike) {
  const Observed same = {{"node", "24.21.0"}, {"valgrind", "3.19.0"}};
  EXPECT_EQ(Words({same, same}, {same}), "");
}

TEST_F(ComparabilityTest, WhatTheMetricDoesNotNameMayDiffer) {
  EXPECT_EQ(Words({{{"node", "1"}, {"pool", "forks"}}}, {{{"node", "1"}, {"pool", "threads"}}}),
            "");
}

TEST_F(ComparabilityTest, TheDifferenceIsNamedWithTheBaselineFirst) {
  EXPECT_EQ(Words({{{"node", "24.21.0"}, {"valgrind", "3.19.0"}}},
                  {{{"node", "24.22.3"}, {"valgrind", "3.20.0"}}}),
            "node 24.21.0 against 24.22.3, valgrind 3.19.0 against 3.20.0");
}

TEST_F(ComparabilityTest, RunsOfOneBuildThatDifferAreUnlike) {
  EXPECT_EQ(Words({{{"node", "1"}}, {{"node", "2"}}}, {{{"node", "1"}}}), "node 1 and 2 against 1");
  EXPECT_EQ(Words({{{"node", "1"}}, {{"node", "2"}}}, {{{"node", "1"}}, {{"node", "2"}}}),
            "node 1 and 2 against 1 and 2");
}

TEST_F(ComparabilityTest, ARunThatDoesNotTellIsNotTakenForAlike) {
  EXPECT_EQ(Words({{}}, {{{"node", "2"}}}), "node unknown against 2");
  EXPECT_EQ(Words({{}}, {{}}), "") << "nobody tells: nothing is known to differ";
}

TEST_F(ComparabilityTest, NoRunsNothingToSay) {
  EXPECT_EQ(Words({}, {{{"node", "2"}}}), "");
  EXPECT_EQ(Words({{{"node", "2"}}}, {}), "");
}

TEST_F(ComparabilityTest, ForeignTextStaysInItsPlace) {
  EXPECT_EQ(Words({{{"node", "a|b\nc"}}}, {{{"node", "*"}}}), "node a\\|b c against \\*");
}

}  // namespace
}  // namespace benchcell
