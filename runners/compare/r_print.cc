#include "runners/compare/r_print.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/compare/utf8.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// R's option max.print.
constexpr size_t kMostCells = 99999;
constexpr size_t kGap = 1;

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

void AppendBlanks(size_t count, std::string& text) { text.append(count, ' '); }

// A block of columns side by side.
void AppendBlock(const std::vector<RText>& names, size_t names_width,
                 const std::vector<std::vector<RText>>& columns, const std::vector<size_t>& widths,
                 size_t first, size_t end, std::string& text) {
  size_t line = names_width + 1;
  for (size_t column = first; column < end; ++column) line += kGap + widths[column] + 4;
  text.reserve(text.size() + line * (names.size() + 1));
  // Row -1 has the names of the columns, which are the first of each column's texts.
  for (size_t row = 0; row <= names.size(); ++row) {
    if (row == 0) {
      AppendBlanks(names_width, text);
    } else {
      text += names[row - 1].text;
      AppendBlanks(names_width - names[row - 1].width, text);
    }
    for (size_t column = first; column < end; ++column) {
      const RText& cell = columns[column][row];
      AppendBlanks(kGap + widths[column] - cell.width, text);
      text += cell.text;
    }
    text += '\n';
  }
}

}  // namespace

RText REscape(std::string_view text) {
  RText result;
  while (!text.empty()) {
    const size_t plain = std::find_if_not(text.begin(), text.end(), IsPlain) - text.begin();
    result.text.append(text.substr(0, plain));
    result.width += plain;
    text.remove_prefix(plain);
    if (text.empty()) break;
    const size_t before = result.text.size();
    const Utf8Character next = DecodeUtf8(text);
    if (!next.valid) {
      absl::StrAppendFormat(&result.text, "\\x%02x", static_cast<unsigned char>(text[0]));
    } else if (next.code_point == '\\') {
      result.text += "\\\\";
    } else if (next.code_point < 0x80) {
      AppendControl(static_cast<unsigned char>(text[0]), result.text);
    } else if (!IsPrintable(next.code_point)) {
      const uint32_t number = next.code_point;
      result.text += number > 0xFFFF ? absl::StrFormat("\\U{%06x}", number)
                                     : absl::StrFormat("\\u%04x", number);
    } else {
      result.text.append(text.substr(0, next.bytes));
      result.width += WidthOf(next.code_point, text.substr(0, next.bytes));
      text.remove_prefix(next.bytes);
      continue;
    }
    result.width += result.text.size() - before;
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::string PrintRFrame(const std::vector<std::string_view>& row_names,
                        const std::vector<RColumn>& columns, size_t width) {
  const size_t rows = std::min(row_names.size(), kMostCells / columns.size());
  std::vector<RText> names;
  names.reserve(rows);
  size_t names_width = 0;
  for (size_t row = 0; row < rows; ++row) {
    names.push_back(REscape(row_names[row]));
    names_width = std::max(names_width, names.back().width);
  }
  std::vector<std::vector<RText>> cells;
  std::vector<size_t> widths;
  for (const RColumn& column : columns) {
    std::vector<RText>& list = cells.emplace_back();
    list.reserve(rows + 1);
    list.push_back(REscape(column.name));
    for (size_t row = 0; row < rows; ++row) list.push_back(REscape(column.cells[row]));
    size_t widest = 0;
    for (const RText& cell : list) widest = std::max(widest, cell.width);
    widths.push_back(widest);
  }
  std::string text;
  for (size_t first = 0; first < columns.size();) {
    size_t end = first;
    size_t used = names_width;
    do {
      used += widths[end] + kGap;
      ++end;
    } while (end < columns.size() && used + widths[end] + kGap < width);
    AppendBlock(names, names_width, cells, widths, first, end, text);
    first = end;
  }
  if (rows < row_names.size()) {
    absl::StrAppend(&text, " [ reached 'max' / getOption(\"max.print\") -- omitted ",
                    row_names.size() - rows, " rows ]\n");
  }
  return text;
}

std::string RTwoDecimals(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  // The largest double has 309 digits.
  char buffer[400];
  const auto end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed, 2);
  return std::string(buffer, end.ptr);
}

}  // namespace benchcell
