#include "runners/base/text.h"

#include <algorithm>
#include <cctype>

namespace benchcell {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool IsContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// Bytes of the valid sequence at the start of `text`, 0 if there is none: the table "Well-Formed
// UTF-8 Byte Sequences" of the Unicode standard (chapter 3, table 3-7).
size_t SequenceLength(std::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(byte(i))) return 0;
  }
  const unsigned char second = byte(1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

constexpr unsigned char kEscape = 0x1B;

// Index of the last byte of the escape sequence that starts at `start`.
size_t EndOfEscape(std::string_view text, size_t start) {
  size_t end = start + 1;
  if (end < text.size() && text[end] == '[') {
    // Parameters and intermediates, then one final byte.
    do {
      ++end;
    } while (end < text.size() && text[end] >= 0x20 && text[end] < 0x40);
  }
  return std::min(end, text.size() - 1);
}

bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    valid.append(length == 0 ? kReplacement : text.substr(0, length));
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return valid;
}

std::string WithoutControls(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == kEscape) {
      i = EndOfEscape(text, i);
    } else if ((c >= 0x20 && c != 0x7F) || c == '\t' || c == '\n') {
      plain += text[i];
    }
  }
  return plain;
}

std::string Tail(std::string_view text, uint64_t bytes) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  if (text.size() > bytes) {
    text.remove_prefix(text.size() - bytes);
    // At most three bytes of a character whose start was cut off.
    for (int i = 0; i < 3 && !text.empty() && IsContinuation(text.front()); ++i) {
      text.remove_prefix(1);
    }
  }
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return std::string(text);
}

}  // namespace benchcell
