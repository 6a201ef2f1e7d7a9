#include <cstring>

#include "runners/callgrind/line_blocks.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace benchcell {
namespace {

size_t FindPlainly(const char* bytes, size_t size, uint32_t* places) {
  uint32_t* place = places;
  const char* const end = bytes + size;
  for (const char* p = bytes; p < end; ++p) {
    p = static_cast<const char*>(std::memchr(p, '\n', static_cast<size_t>(end - p)));
    if (p == nullptr) break;
    *place++ = static_cast<uint32_t>(p - bytes);
  }
  return static_cast<size_t>(place - places);
}

#ifdef __x86_64__

// Lines are some thirty bytes: four places are written at once, whether or not there are as many,
// since a loop whose length can't be foreseen takes longer.
__attribute__((target("avx2,bmi,popcnt"))) size_t FindWithAvx2(const char* bytes, size_t size,
                                                               uint32_t* places) {
  uint32_t* place = places;
  const __m256i line_feed = _mm256_set1_epi8('\n');
  for (size_t at = 0; at < size; at += 64) {
    const auto* const piece = reinterpret_cast<const __m256i*>(bytes + at);
    const auto low = static_cast<uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(piece), line_feed)));
    const auto high = static_cast<uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(piece + 1), line_feed)));
    uint64_t mask = uint64_t{high} << 32 | low;
    if (size - at < 64) mask &= (uint64_t{1} << (size - at)) - 1;
    const auto found = static_cast<size_t>(_mm_popcnt_u64(mask));
    size_t written = 0;
    do {
      for (size_t i = written; i < written + kSpareEnds; ++i) {
        place[i] = static_cast<uint32_t>(at + _tzcnt_u64(mask));
        mask = _blsr_u64(mask);
      }
      written += kSpareEnds;
    } while (written < found);
    place += found;
  }
  return static_cast<size_t>(place - places);
}

#endif

}  // namespace

size_t FindLineEnds(const char* bytes, size_t size, uint32_t* places) {
#ifdef __x86_64__
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                               __builtin_cpu_supports("popcnt");
  if (has_avx2) return FindWithAvx2(bytes, size, places);
#endif
  return FindPlainly(bytes, size, places);
}

}  // namespace benchcell
