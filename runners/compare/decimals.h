// Numbers with a fixed number of decimals, fast: tables have hundreds of thousands.

#ifndef BENCHCELL_RUNNERS_COMPARE_DECIMALS_H_
#define BENCHCELL_RUNNERS_COMPARE_DECIMALS_H_

#include <string>

namespace benchcell {

inline constexpr int kMostDecimals = 4;

// Appends what printf("%.*f") prints in the C locale: the exact binary value, rounded to the
// nearest and from the middle to even; `inf` and `nan` too. Decimals are from 1 to kMostDecimals.
void AppendDecimals(double value, int decimals, std::string& text);

// Appends what FormatProbability of runners/report/format.h gives.
void AppendProbability(double probability, std::string& text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_DECIMALS_H_
