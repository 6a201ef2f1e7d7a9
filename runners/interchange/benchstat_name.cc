#include "runners/interchange/benchstat_name.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace benchcell {
namespace {

// Bytes of the character that starts with this one.
size_t LengthOf(unsigned char first) {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

uint32_t CodePoint(std::string_view character) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() < 2) return byte(0);
  uint32_t code = byte(0) & (0xffu >> (character.size() + 1));
  for (size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3fu);
  return code;
}

// White space (as Go's unicode.IsSpace has it, and the separators that terminals break lines at)
// and controls, among them those of the reading order.
bool IsUnsafe(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0x1680 || code == 0x061c ||
         (code >= 0x2000 && code <= 0x200f) || (code >= 0x2028 && code <= 0x202f) ||
         (code >= 0x205f && code <= 0x206f) || code == 0x3000 || code == 0xfeff;
}

void Append(std::string_view character, bool escaped, std::string& text) {
  if (!escaped) {
    text += character;
    return;
  }
  for (const char c : character) {
    text += absl::StrFormat("%%%02X", static_cast<unsigned char>(c));
  }
}

// Calls `is_special` for each ASCII character that prints, and its place.
template <typename IsSpecial>
std::string Encode(std::string_view text, const IsSpecial& is_special) {
  std::string encoded;
  for (size_t i = 0; i < text.size();) {
    const std::string_view character =
        text.substr(i, LengthOf(static_cast<unsigned char>(text[i])));
    const uint32_t code = CodePoint(character);
    Append(character, code == '%' || IsUnsafe(code) || (code < 0x7f && is_special(text[i], i)),
           encoded);
    i += character.size();
  }
  return encoded;
}

// Where the digits at the end begin, if there is a `-` before them; npos otherwise.
size_t DashBeforeNumber(std::string_view text) {
  size_t digits = text.size();
  while (digits > 0 && absl::ascii_isdigit(static_cast<unsigned char>(text[digits - 1]))) --digits;
  const bool dash = digits > 0 && digits < text.size() && text[digits - 1] == '-';
  return dash ? digits - 1 : std::string_view::npos;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string ToBenchstatName(std::string_view text) {
  const size_t dash = DashBeforeNumber(text);
  return Encode(text,
                [&](char c, size_t at) { return c == ' ' || c == '/' || c == '=' || at == dash; });
}

std::string ToBenchstatValue(std::string_view text) {
  return Encode(text,
                [&](char c, size_t at) { return c == ' ' && (at == 0 || at + 1 == text.size()); });
}

std::string FromBenchstat(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                        HexDigit(text[i + 2]) >= 0;
    if (!escape) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
    i += 2;
  }
  return decoded;
}

}  // namespace benchcell
