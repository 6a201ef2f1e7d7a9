#include "runners/base/random.h"

#include <random>

#include "absl/strings/str_format.h"

namespace benchcell {

uint64_t SystemRandom() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

std::string RandomHex(const RandomSource& random, int digits) {
  return absl::StrFormat("%016x", random()).substr(0, digits);
}

}  // namespace benchcell
