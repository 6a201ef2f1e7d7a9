// Names that nobody else has.

#ifndef BENCHCELL_RUNNERS_BASE_RANDOM_H_
#define BENCHCELL_RUNNERS_BASE_RANDOM_H_

#include <cstdint>
#include <functional>
#include <string>

namespace benchcell {

// A source of 64 random bits. Production code passes SystemRandom, a test passes what it needs.
using RandomSource = std::function<uint64_t()>;

// Bits from the system's entropy source. Thread-safe.
uint64_t SystemRandom();

// `digits` lower-case hexadecimal digits, 1 to 16.
std::string RandomHex(const RandomSource& random, int digits);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_RANDOM_H_
