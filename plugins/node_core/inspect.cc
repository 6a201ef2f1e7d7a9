#include "plugins/node_core/inspect.h"

#include <cstdint>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace benchcell::node_core {
namespace {

// util.inspect's maxStringLength, breakLength less the room it keeps, and kMinLineWidth.
constexpr size_t kLongest = 10000;
constexpr size_t kOneLine = 80 - 4;

// Of valid UTF-8. Lengths and cuts are in UTF-16 units, as in JavaScript.
std::u16string ToUtf16(std::string_view text) {
  std::u16string units;
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint32_t point = length == 1 ? first : first & (0xFF >> (length + 1));
    for (size_t k = 1; k < length && i + k < text.size(); ++k) {
      point = point << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    }
    i += length;
    if (point < 0x10000) {
      units += static_cast<char16_t>(point);
    } else {
      units += static_cast<char16_t>(0xD800 + ((point - 0x10000) >> 10));
      units += static_cast<char16_t>(0xDC00 + ((point - 0x10000) & 0x3FF));
    }
  }
  return units;
}

void AppendUtf8(uint32_t point, std::string& text) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xC0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xE0 | point >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

bool Holds(std::u16string_view text, std::u16string_view part) {
  return text.find(part) != std::u16string_view::npos;
}

char QuoteFor(std::u16string_view text) {
  if (!Holds(text, u"'")) return '\'';
  if (!Holds(text, u"\"")) return '"';
  return Holds(text, u"`") || Holds(text, u"${") ? '\'' : '`';
}

bool IsHigh(char16_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool IsLow(char16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Empty if the unit stands for itself.
std::string EscapeOf(char16_t unit, char quote) {
  switch (unit) {
    case '\b':
      return "\\b";
    case '\t':
      return "\\t";
    case '\n':
      return "\\n";
    case '\f':
      return "\\f";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    case '\'':
      return quote == '\'' ? "\\'" : "";
    default:
      break;
  }
  if (unit < 0x20 || (unit >= 0x7F && unit < 0xA0)) return absl::StrFormat("\\x%02X", unit);
  return "";
}

std::string Quoted(std::u16string_view text) {
  const char quote = QuoteFor(text);
  std::string quoted(1, quote);
  for (size_t i = 0; i < text.size(); ++i) {
    const char16_t unit = text[i];
    if (IsHigh(unit) && i + 1 < text.size() && IsLow(text[i + 1])) {
      AppendUtf8(0x10000 + ((unit - 0xD800) << 10) + (text[i + 1] - 0xDC00), quoted);
      ++i;
    } else if (IsHigh(unit) || IsLow(unit)) {
      absl::StrAppendFormat(&quoted, "\\u%04X", unit);
    } else if (const std::string escape = EscapeOf(unit, quote); !escape.empty()) {
      quoted += escape;
    } else {
      AppendUtf8(unit, quoted);
    }
  }
  quoted += quote;
  return quoted;
}

}  // namespace

std::string InspectText(const std::string& text) {
  const std::u16string units = ToUtf16(text);
  std::u16string_view shown(units);
  std::string trailer;
  if (shown.size() > kLongest) {
    const size_t left = shown.size() - kLongest;
    trailer = absl::StrCat("... ", left, " more character", left > 1 ? "s" : "");
    shown = shown.substr(0, kLongest);
  }
  if (shown.size() <= kOneLine) return Quoted(shown) + trailer;
  std::string pieces;
  while (!shown.empty()) {
    const size_t line_break = shown.find(u'\n');
    const size_t size = line_break == std::u16string_view::npos ? shown.size() : line_break + 1;
    absl::StrAppend(&pieces, pieces.empty() ? "" : " +\n  ", Quoted(shown.substr(0, size)));
    shown.remove_prefix(size);
  }
  return pieces + trailer;
}

}  // namespace benchcell::node_core
