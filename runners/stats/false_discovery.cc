#include "runners/stats/false_discovery.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace benchcell {

std::vector<double> BenjaminiHochberg(const std::vector<double>& p_values) {
  const size_t tests = p_values.size();
  std::vector<size_t> ascending(tests);
  std::iota(ascending.begin(), ascending.end(), size_t{0});
  std::stable_sort(ascending.begin(), ascending.end(),
                   [&](size_t a, size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> q_values(tests);
  double smallest = 1;
  for (size_t rank = tests; rank > 0; --rank) {
    const size_t index = ascending[rank - 1];
    smallest = std::min(smallest, p_values[index] * tests / rank);
    q_values[index] = smallest;
  }
  return q_values;
}

}  // namespace benchcell
