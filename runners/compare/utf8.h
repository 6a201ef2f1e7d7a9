// Characters of UTF-8 text.

#ifndef BENCHCELL_RUNNERS_COMPARE_UTF8_H_
#define BENCHCELL_RUNNERS_COMPARE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace benchcell {

struct Utf8Character {
  char32_t code_point = 0xFFFD;
  size_t bytes = 1;
  bool valid = false;
};

// The first character of a text that isn't empty; not valid, over one byte, where it isn't UTF-8.
Utf8Character DecodeUtf8(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_UTF8_H_
