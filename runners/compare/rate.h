// A rate as benchmark runners write it.

#ifndef BENCHCELL_RUNNERS_COMPARE_RATE_H_
#define BENCHCELL_RUNNERS_COMPARE_RATE_H_

#include <string_view>

namespace benchcell {

enum class RateKind {
  kNumber,
  kNan,       // NaN
  kMissing,   // NA, or nothing
  kNull,      // null: what JSON makes of NaN and Infinity
  kInfinite,  // Infinity, inf, or a number beyond the range of a double
  kNoRate,    // any other text
};
inline constexpr int kRateKinds = 6;

struct Rate {
  RateKind kind = RateKind::kNoRate;
  // Finite for kNumber, infinite with its sign for kInfinite, otherwise 0.
  double value = 0;
};

// Spaces around it don't count. Decimal numbers only, with a point, correctly rounded.
Rate ParseRate(std::string_view text);

// As the file may say it: `NaN`, `an empty rate`.
const char* RateWords(RateKind kind);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_RATE_H_
