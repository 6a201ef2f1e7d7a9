#include "runners/compare/r_print.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/compare/decimals.h"
#include "runners/compare/utf8.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// R's option max.print.
constexpr size_t kMostCells = 99999;
constexpr size_t kGap = 1;
// Room for what stands below the frame.
constexpr size_t kBelow = 1000;

bool IsPlain(char c) { return c >= ' ' && c < 0x7F && c != '\\'; }

void AppendControl(unsigned char c, std::string& text) {
  constexpr std::string_view kCodes = "\a\b\t\n\v\f\r";
  constexpr std::string_view kLetters = "abtnvfr";
  const size_t named = kCodes.find(static_cast<char>(c));
  if (named != std::string_view::npos) {
    text += '\\';
    text += kLetters[named];
  } else {
    absl::StrAppendFormat(&text, "\\%03o", static_cast<int>(c));
  }
}

bool IsPrintable(char32_t c) {
  const bool control = c >= 0x80 && c < 0xA0;
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool no_character = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) || c > 0x10FFFD;
  return !control && !separator && !no_character;
}

// Latin letters and signs need no look into the tables: a character is combining or wide only from
// U+0300 on.
size_t WidthOf(char32_t code_point, std::string_view character) {
  return code_point < 0x300 ? 1 : DisplayWidth(character);
}

// The columns from `first` to before `end` side by side, behind the names.
void AppendBlock(const std::vector<RFramePart>& parts, size_t first, size_t end,
                 std::string& text) {
  size_t bytes = 0;
  for (const RFramePart& part : parts) {
    bytes += part[0].drawn_bytes() + part[0].size() * (kGap * (end - first) + 1);
    for (size_t i = first; i < end; ++i) bytes += part[i].drawn_bytes();
  }
  const size_t before = text.size();
  text.reserve(before + bytes + kBelow);
  text.resize(before + bytes);
  char* at = text.data() + before;
  for (const RFramePart& part : parts) {
    for (size_t line = 0; line < part[0].size(); ++line) {
      at = part[0].Draw(line, at);
      for (size_t i = first; i < end; ++i) at = part[i].Draw(line, std::fill_n(at, kGap, ' '));
      *at++ = '\n';
    }
  }
}

// Appends the first character of `text`, which is not plain; returns its width.
size_t AppendCharacter(const Utf8Character& next, std::string_view text, std::string& escaped) {
  const size_t before = escaped.size();
  if (!next.valid) {
    absl::StrAppendFormat(&escaped, "\\x%02x", static_cast<unsigned char>(text[0]));
  } else if (next.code_point == '\\') {
    escaped += "\\\\";
  } else if (next.code_point < 0x80) {
    AppendControl(static_cast<unsigned char>(text[0]), escaped);
  } else if (!IsPrintable(next.code_point)) {
    const uint32_t number = next.code_point;
    escaped +=
        number > 0xFFFF ? absl::StrFormat("\\U{%06x}", number) : absl::StrFormat("\\u%04x", number);
  } else {
    escaped += text.substr(0, next.bytes);
    return WidthOf(next.code_point, text.substr(0, next.bytes));
  }
  return escaped.size() - before;
}

}  // namespace

void AddREscaped(std::string_view text, TextColumn& column) {
  std::string& escaped = column.text();
  size_t width = 0;
  while (true) {
    const size_t plain = std::find_if_not(text.begin(), text.end(), IsPlain) - text.begin();
    escaped += text.substr(0, plain);
    width += plain;
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Utf8Character next = DecodeUtf8(text);
    width += AppendCharacter(next, text, escaped);
    text.remove_prefix(next.bytes);
  }
  column.EndCell(width);
}

size_t PrintedRows(size_t rows, size_t columns) { return std::min(rows, kMostCells / columns); }

std::string PrintRFrame(std::vector<RFramePart> parts, size_t rows, size_t width) {
  WidenAll(parts);
  std::string text;
  const RFramePart& any = parts.front();
  for (size_t first = 1; first < any.size();) {
    size_t end = first;
    size_t used = any[0].width();
    do {
      used += any[end].width() + kGap;
      ++end;
    } while (end < any.size() && used + any[end].width() + kGap < width);
    AppendBlock(parts, first, end, text);
    first = end;
  }
  const size_t printed = PrintedRows(rows, any.size() - 1);
  if (printed < rows) {
    absl::StrAppend(&text, " [ reached 'max' / getOption(\"max.print\") -- omitted ",
                    rows - printed, " rows ]\n");
  }
  return text;
}

void AppendRTwoDecimals(double value, std::string& text) {
  if (std::isnan(value)) {
    text += "NaN";
  } else if (std::isinf(value)) {
    text += value > 0 ? "Inf" : "-Inf";
  } else {
    AppendDecimals(value, 2, text);
  }
}

std::string RTwoDecimals(double value) {
  std::string text;
  AppendRTwoDecimals(value, text);
  return text;
}

}  // namespace benchcell
