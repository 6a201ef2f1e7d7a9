// Decimal numbers of a Callgrind line.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_NUMBER_H_
#define BENCHCELL_RUNNERS_CALLGRIND_NUMBER_H_

#include <bit>
#include <cstdint>
#include <cstring>

namespace benchcell {

// The number at `p`, which is moved behind its digits; false if there is no digit, or more than
// uint64 holds. Some byte that is no digit ends the text, and eight bytes from `p` on are readable.
inline bool ReadNumber(const char*& p, uint64_t& number) {
  if constexpr (std::endian::native == std::endian::little) {
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
    // Values of digits, and the top bit of each byte that is none; a carry can only make further
    // bytes, behind the first such one, look like one.
    const uint64_t digits = word ^ 0x3030303030303030;
    const uint64_t others = ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
    if (others != 0) {
      const int count = std::countr_zero(others) / 8;
      if (count == 0) return false;
      // Eight digits, zeros in front; then pairs, fours and eight of them at once (Lemire, "Quickly
      // parsing eight digits", 2018).
      uint64_t pairs = digits << (64 - 8 * count);
      pairs = pairs * 10 + (pairs >> 8);
      number = ((pairs & 0x000000FF000000FF) * 0x000F424000000064 +
                ((pairs >> 16) & 0x000000FF000000FF) * 0x0000271000000001) >>
               32;
      p += count;
      return true;
    }
  }
  const char* const begin = p;
  uint64_t value = 0;
  for (;; ++p) {
    const auto digit = static_cast<unsigned char>(*p - '0');
    if (digit > 9) break;
    if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, uint64_t{digit}, &value)) {
      return false;
    }
  }
  number = value;
  return p > begin;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_NUMBER_H_
