// Wilcoxon's signed-rank test, exact for up to kExactPairs pairs.
//
// T+ is the sum of the ranks of |d| over the positive d. Under the null hypothesis (every d is
// symmetric around 0) each rank is in T+ with probability 1/2, independently, so its distribution
// is a convolution, done here by dynamic programming (Hollander, Wolfe & Chicken, Nonparametric
// Statistical Methods, 3rd ed., section 3.1). Above kExactPairs: the normal approximation with
// a continuity correction of 1/2.
//
// Ties in |d| get mid-ranks; zeros are ranked with the rest and then left out (Pratt 1959, "Remarks
// on zeros and ties in the Wilcoxon signed rank procedures"). The distribution is that of the ranks
// at hand, so the p value is exact with ties and zeros too: it is what trying all 2^n signs gives.

#ifndef BENCHCELL_RUNNERS_STATS_SIGNED_RANK_H_
#define BENCHCELL_RUNNERS_STATS_SIGNED_RANK_H_

#include <cstdint>
#include <vector>

namespace benchcell {

// Up to so many differences that are not 0, the null distribution is exact.
inline constexpr int kExactPairs = 60;

// Two-sided p value: twice the smaller tail, at most 1. 1 if there is no difference but zeros.
// Differences must be finite.
double SignedRankPValue(const std::vector<double>& differences);

// The smallest two-sided p value that n pairs can give: 2^(1-n), 1 for no pair.
double SmallestSignedRankPValue(int64_t n);

// The largest c with P(T+ <= c - 1) <= tail for n pairs without ties; 0 if there is none. The
// (1 - 2 tail) confidence interval goes from the c-th smallest Walsh average to the c-th largest
// (Hollander, Wolfe & Chicken, section 3.3).
int64_t SignedRankCritical(int64_t n, double tail);

// The level that the two-sided test at `alpha` really has: the largest attainable p value that is
// not above alpha. 0 if the test can't reject.
double SignedRankAttainedLevel(int64_t n, double alpha);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_SIGNED_RANK_H_
