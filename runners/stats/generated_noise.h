// Noise for tests whose truth must be known, the same on every system: the standard library's
// distributions differ between implementations.

#ifndef BENCHCELL_RUNNERS_STATS_GENERATED_NOISE_H_
#define BENCHCELL_RUNNERS_STATS_GENERATED_NOISE_H_

#include <cmath>
#include <cstdint>
#include <random>

namespace benchcell {

class GeneratedNoise {
 public:
  explicit GeneratedNoise(uint64_t seed) : generator_(seed) {}

  // From 0 to 1, both excluded.
  double Uniform() { return (static_cast<double>(generator_() >> 11) + 0.5) * 0x1p-53; }

  // Standard normal (Box & Muller 1958).
  double Normal() {
    return std::sqrt(-2 * std::log(Uniform())) * std::cos(2 * 3.141592653589793 * Uniform());
  }

 private:
  std::mt19937_64 generator_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_GENERATED_NOISE_H_
