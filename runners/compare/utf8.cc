#include "runners/compare/utf8.h"

namespace benchcell {

Utf8Character DecodeUtf8(std::string_view text) {
  const auto byte = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  if (first < 0xC2 || first > 0xF4) return {};
  const size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (text.size() < size) return {};
  char32_t code_point = first & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code_point = code_point << 6 | (byte(i) & 0x3F);
  }
  const char32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point < least || code_point > 0x10FFFF || surrogate) return {};
  return {code_point, size, true};
}

}  // namespace benchcell
