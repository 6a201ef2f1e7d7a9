// Correction for testing many rows at once.

#ifndef BENCHCELL_RUNNERS_STATS_FALSE_DISCOVERY_H_
#define BENCHCELL_RUNNERS_STATS_FALSE_DISCOVERY_H_

#include <vector>

namespace benchcell {

// Benjamini-Hochberg q values, in the order of the p values: calling every row with q <= x a change
// makes at most a share x of these calls false on average (Benjamini & Hochberg 1995, step-up; as
// adjusted p values: Yekutieli & Benjamini 1999). p values are from 0 to 1.
std::vector<double> BenjaminiHochberg(const std::vector<double>& p_values);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_FALSE_DISCOVERY_H_
