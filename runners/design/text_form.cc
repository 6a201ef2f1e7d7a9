#include "runners/design/text_form.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "runners/design/text_site.h"

namespace benchcell {
namespace {

// The length of the character that starts at `at`; 0 if none does. The second byte alone decides
// what is overlong, a surrogate or too large (RFC 3629, section 4).
size_t CharacterLength(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() - at < length) return 0;
  const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(at + 1) < lowest || byte(at + 1) > highest) return 0;
  for (size_t i = at + 2; i < at + length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

bool StartsWith(const std::string& text, std::string_view start) {
  return text.compare(0, start.size(), start) == 0;
}

// The end of the string that starts at `at`: behind its closing quote, or at the end of its line,
// as the parser sees it.
size_t StringEnd(const std::string& text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == quote) return at + 1;
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
  }
  return at;
}

}  // namespace

size_t FirstNotUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t length = CharacterLength(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

bool CheckEncoding(const std::string& text, InputErrors& errors) {
  if (StartsWith(text, "\xEF\xBB\xBF")) {
    errors.Add({}, "the file starts with a byte order mark; expected plain UTF-8 text without one");
    return false;
  }
  if (StartsWith(text, "\xFF\xFE") || StartsWith(text, "\xFE\xFF")) {
    errors.Add({}, "the file starts with the byte order mark of UTF-16; expected plain UTF-8 text");
    return false;
  }
  const size_t bad = std::min(FirstNotUtf8(text), text.find('\0'));
  if (bad == std::string_view::npos) return true;
  errors.Add(PositionOf(text, bad),
             absl::StrFormat("found the byte \\x%02x, which is no text here; expected plain UTF-8 "
                             "text",
                             static_cast<unsigned char>(text[bad])));
  return false;
}

bool CheckNesting(const std::string& text, InputErrors& errors) {
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = StringEnd(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '}' || c == '>' || c == ']') depth = std::max(0, depth - 1);
    if (c == '{' || c == '<' || c == '[') ++depth;
    if (depth > kDeepestNesting) {
      errors.Add(PositionOf(text, at),
                 absl::StrFormat("found %c inside of %d others; expected at most %d levels", c,
                                 kDeepestNesting, kDeepestNesting));
      return false;
    }
    ++at;
  }
  return true;
}

}  // namespace benchcell
