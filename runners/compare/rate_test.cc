#include "runners/compare/rate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace benchcell {
namespace {

TEST(RateTest, Numbers) {
  for (const auto& [text, value] :
       {std::pair("100", 100.0), std::pair("14.049723172965429", 14.049723172965429),
        std::pair("1e+21", 1e21), std::pair("1.5E-7", 1.5e-7), std::pair("-3", -3.0),
        std::pair("+3", 3.0), std::pair(" 7\t", 7.0), std::pair(".5", 0.5), std::pair("0", 0.0),
        std::pair("1e-400", 0.0)}) {
    const Rate rate = ParseRate(text);
    EXPECT_EQ(rate.kind, RateKind::kNumber) << text;
    EXPECT_EQ(rate.value, value) << text;
  }
}

TEST(RateTest, WordsForWhatIsNoNumber) {
  EXPECT_EQ(ParseRate("NaN").kind, RateKind::kNan);
  EXPECT_EQ(ParseRate("nan").kind, RateKind::kNan);
  EXPECT_EQ(ParseRate("NA").kind, RateKind::kMissing);
  EXPECT_EQ(ParseRate("").kind, RateKind::kMissing);
  EXPECT_EQ(ParseRate("  ").kind, RateKind::kMissing);
  EXPECT_EQ(ParseRate("null").kind, RateKind::kNull);
  for (const char* text : {"Infinity", "inf", "+Infinity", "1e400", "INF"}) {
    EXPECT_EQ(ParseRate(text).kind, RateKind::kInfinite) << text;
    EXPECT_EQ(ParseRate(text).value, HUGE_VAL) << text;
  }
  EXPECT_EQ(ParseRate("-Infinity").value, -HUGE_VAL);
  EXPECT_EQ(ParseRate("-1e999").value, -HUGE_VAL);
}

TEST(RateTest, AnythingElseIsNone) {
  for (const char* text :
       {"rate", "1,5", "1.5s", "0x10", "1 2", "--1", "+-1", "+", "-", ".", "e5", "undefined"}) {
    EXPECT_EQ(ParseRate(text).kind, RateKind::kNoRate) << text;
  }
}

TEST(RateTest, EveryKindHasWords) {
  for (int kind = 0; kind < kRateKinds; ++kind) {
    EXPECT_STRNE(RateWords(static_cast<RateKind>(kind)), "");
  }
}

}  // namespace
}  // namespace benchcell
