// Random choices that are the same on every machine for the same seed.
//
// The standard fixes the numbers of std::mt19937_64 but neither those of its distributions nor the
// order of std::shuffle, so both are written out here.

#ifndef BENCHCELL_RUNNERS_DESIGN_RANDOM_H_
#define BENCHCELL_RUNNERS_DESIGN_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace benchcell {

// Not thread-safe.
class RandomDraw {
 public:
  explicit RandomDraw(uint64_t seed) : generator_(seed) {}

  // A whole number from 0 to bound - 1, each equally likely: the generator's next number x that is
  // below the largest multiple of `bound`, modulo `bound`. `bound` is at least 1. A bound of 1
  // draws nothing.
  uint64_t Below(uint64_t bound) {
    if (bound == 1) return 0;
    // 2^64 mod bound numbers at the top would favour small results.
    const uint64_t rest = (UINT64_MAX % bound + 1) % bound;
    uint64_t number = generator_();
    while (number > UINT64_MAX - rest) number = generator_();
    return number % bound;
  }

  // Every order equally likely: Fisher & Yates, in Durstenfeld's form (1964), from the last
  // element down.
  template <typename T>
  void Shuffle(std::vector<T>& values) {
    for (size_t last = values.size(); last > 1; --last) {
      std::swap(values[last - 1], values[Below(last)]);
    }
  }

 private:
  std::mt19937_64 generator_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_RANDOM_H_
