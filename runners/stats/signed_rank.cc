#include "runners/stats/signed_rank.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace benchcell {
namespace {

// Distribution of the sum of `ranks`, each in it with probability 1/2: element k is P(sum = k).
std::vector<double> SumDistribution(const std::vector<int64_t>& ranks) {
  std::vector<double> probability(std::accumulate(ranks.begin(), ranks.end(), int64_t{0}) + 1, 0.0);
  probability[0] = 1;
  int64_t largest = 0;
  for (const int64_t rank : ranks) {
    largest += rank;
    for (int64_t k = largest; k >= 0; --k) {
      const double with = k >= rank ? probability[k - rank] : 0;
      probability[k] = (probability[k] + with) / 2;
    }
  }
  return probability;
}

// Twice the mid-ranks (so that they are whole) of the differences that are not 0, zeros ranked too,
// with the sign of the difference.
std::vector<int64_t> SignedDoubledRanks(std::vector<double> differences) {
  std::sort(differences.begin(), differences.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  std::vector<int64_t> ranks;
  const int64_t n = static_cast<int64_t>(differences.size());
  for (int64_t first = 0, end = 0; first < n; first = end) {
    while (end < n && std::abs(differences[end]) == std::abs(differences[first])) ++end;
    const int64_t doubled_rank = first + 1 + end;
    for (int64_t i = first; i < end; ++i) {
      if (differences[i] != 0) ranks.push_back(differences[i] > 0 ? doubled_rank : -doubled_rank);
    }
  }
  return ranks;
}

double ExactPValue(const std::vector<int64_t>& ranks, int64_t smaller_sum) {
  const std::vector<double> probability = SumDistribution(ranks);
  // The distribution is symmetric, so the smaller of T+ and T- has the smaller tail.
  double tail = 0;
  for (int64_t k = 0; k <= smaller_sum; ++k) tail += probability[k];
  return std::min(1.0, 2 * tail);
}

double NormalPValue(const std::vector<int64_t>& ranks, int64_t smaller_sum) {
  double mean = 0;
  double variance = 0;
  for (const int64_t doubled : ranks) {
    const double rank = doubled / 2.0;
    mean += rank / 2;
    variance += rank * rank / 4;
  }
  const double z = (smaller_sum / 2.0 + 0.5 - mean) / std::sqrt(variance);
  return std::min(1.0, 2 * boost::math::cdf(boost::math::normal(), z));
}

// P(T+ <= k) for n pairs without ties, k from 0.
std::vector<double> NullDistribution(int64_t n) {
  std::vector<int64_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), 1);
  std::vector<double> cumulative = SumDistribution(ranks);
  std::partial_sum(cumulative.begin(), cumulative.end(), cumulative.begin());
  return cumulative;
}

}  // namespace

double SignedRankPValue(const std::vector<double>& differences) {
  std::vector<int64_t> ranks = SignedDoubledRanks(differences);
  if (ranks.empty()) return 1;
  int64_t positive = 0;
  int64_t negative = 0;
  for (int64_t& rank : ranks) {
    (rank > 0 ? positive : negative) += std::abs(rank);
    rank = std::abs(rank);
  }
  const int64_t smaller = std::min(positive, negative);
  return ranks.size() <= kExactPairs ? ExactPValue(ranks, smaller) : NormalPValue(ranks, smaller);
}

double SmallestSignedRankPValue(int64_t n) { return n < 1 ? 1 : std::exp2(1.0 - n); }

int64_t SignedRankCritical(int64_t n, double tail) {
  if (n < 1) return 0;
  if (n <= kExactPairs) {
    const std::vector<double> cumulative = NullDistribution(n);
    return std::upper_bound(cumulative.begin(), cumulative.end(), tail) - cumulative.begin();
  }
  const double size = static_cast<double>(n);
  const double mean = size * (size + 1) / 4;
  const double deviation = std::sqrt(size * (size + 1) * (2 * size + 1) / 24);
  const double quantile = boost::math::quantile(boost::math::normal(), tail);
  return std::max<int64_t>(0, std::floor(mean + 0.5 + quantile * deviation));
}

double SignedRankAttainedLevel(int64_t n, double alpha) {
  if (n > kExactPairs) return alpha;
  const int64_t critical = SignedRankCritical(n, alpha / 2);
  return critical == 0 ? 0 : 2 * NullDistribution(n)[critical - 1];
}

}  // namespace benchcell
