// Order statistics of Walsh averages: the means of all pairs (d_i + d_j) / 2, i <= j, of a sample.
// n values have M = n (n + 1) / 2 of them. Their median is the Hodges-Lehmann estimate of the
// sample's centre, and two of them bound its signed-rank confidence interval.

#ifndef BENCHCELL_RUNNERS_STATS_WALSH_H_
#define BENCHCELL_RUNNERS_STATS_WALSH_H_

#include <cstdint>
#include <vector>

namespace benchcell {

// The k-th smallest Walsh average, k from 1 to M. `sorted` is ascending, finite and not empty.
// Exact: the very value that sorting all M averages would give, but in O(n) memory and
// O(n log(range)) time, so that a million pairs are no problem.
double KthWalshAverage(const std::vector<double>& sorted, int64_t k);

// The Hodges-Lehmann estimate: the median of all Walsh averages (Hodges & Lehmann 1963).
double HodgesLehmann(const std::vector<double>& sorted);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_WALSH_H_
