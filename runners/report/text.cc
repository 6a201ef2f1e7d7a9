#include "runners/report/text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace benchcell {
namespace {

struct Decoded {
  uint32_t code_point = 0xFFFD;
  size_t bytes = 1;
};

// The first character of `text`; U+FFFD over one byte where it isn't UTF-8.
Decoded Decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
  uint32_t code_point = first & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code_point = code_point << 6 | (byte(i) & 0x3F);
  }
  return {code_point, size};
}

using Range = std::pair<uint32_t, uint32_t>;

template <size_t kSize>
bool IsIn(const Range (&ranges)[kSize], uint32_t code_point) {
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const Range& range) {
    return range.first <= code_point && code_point <= range.second;
  });
}

constexpr Range kZeroWidth[] = {
    {0x0300, 0x036F},  {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0900, 0x0902},  {0x093C, 0x093C}, {0x0941, 0x0948}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E},  {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x2060, 0x2064},
    {0x20D0, 0x20FF},  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF},
    {0xE0000, 0xE01EF}};

constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x26BD, 0x26BE},
    {0x26D4, 0x26D4},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},
    {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F004, 0x1F004},
    {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F265},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F900, 0x1FAFF},
    {0x20000, 0x3FFFD}};

// C1 controls, line and paragraph separators, directional embeddings, overrides and isolates.
constexpr Range kUnwanted[] = {{0x7F, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

constexpr size_t kWidestName = 100;

constexpr char kReplacement[] = "\uFFFD";
constexpr char kEscape = '\x1b';

// Length of the terminal escape sequence at the start of `text` (ECMA-48: CSI up to its final byte,
// OSC up to BEL or ST, otherwise two characters).
size_t EscapeSequence(std::string_view text) {
  if (text.size() < 2) return text.size();
  size_t end = 2;
  if (text[1] == '[') {
    while (end < text.size() && !(text[end] >= 0x40 && text[end] <= 0x7E)) ++end;
    return std::min(end + 1, text.size());
  }
  if (text[1] == ']') {
    while (end < text.size() && text[end] != '\a' && text[end] != kEscape) ++end;
    return std::min(end + (end < text.size() && text[end] == kEscape ? 2 : 1), text.size());
  }
  return end;
}

// What Markdown may take for markup in the middle of a line.
constexpr std::string_view kMarkup = "\\`*<>|[]&";

// How many characters at the start are printable ASCII, as nearly all of most texts are.
size_t PlainStart(std::string_view text) {
  const auto end =
      std::find_if_not(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return static_cast<size_t>(end - text.begin());
}

}  // namespace

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const Decoded next = Decode(text);
    text.remove_prefix(next.bytes);
    if (IsIn(kZeroWidth, next.code_point)) continue;
    width += IsIn(kWide, next.code_point) ? 2 : 1;
  }
  return width;
}

std::string OneLine(std::string_view text) {
  std::string line;
  while (true) {
    const size_t plain = PlainStart(text);
    line += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return line;
    if (text[0] == kEscape) {
      text.remove_prefix(EscapeSequence(text));
      continue;
    }
    const Decoded next = Decode(text);
    if (text.substr(0, 2) == "\r\n") {
      text.remove_prefix(1);
      continue;
    }
    if (next.code_point == '\n' || next.code_point == '\r' || next.code_point == '\t') {
      line += ' ';
    } else if (next.code_point < 0x20 || IsIn(kUnwanted, next.code_point) ||
               (next.bytes == 1 && next.code_point == 0xFFFD)) {
      line += kReplacement;
    } else {
      line += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes);
  }
}

std::vector<std::string> CleanLines(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(OneLine(line));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  while (!lines.empty() && lines.back().find_first_not_of(' ') == std::string::npos) {
    lines.pop_back();
  }
  return lines;
}

std::string Shortened(const std::string& text, size_t columns) {
  if (DisplayWidth(text) <= columns) return text;
  // Where each character starts.
  std::vector<size_t> starts;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(Decode(rest).bytes)) {
    starts.push_back(text.size() - rest.size());
  }
  const size_t half = (columns - 1) / 2;
  size_t head = 0;
  while (DisplayWidth(std::string_view(text).substr(0, starts[head + 1])) <= columns - 1 - half) {
    ++head;
  }
  size_t tail = starts.size();
  while (DisplayWidth(std::string_view(text).substr(starts[tail - 1])) <= half) --tail;
  // A mark that combines with what is cut off goes with it.
  while (tail < starts.size() &&
         IsIn(kZeroWidth, Decode(std::string_view(text).substr(starts[tail])).code_point)) {
    ++tail;
  }
  return text.substr(0, starts[head]) + "\u2026" +
         (tail == starts.size() ? "" : text.substr(starts[tail]));
}

std::string MarkdownText(std::string_view text) {
  std::string escaped = OneLine(text);
  for (size_t at = 0; (at = escaped.find_first_of(kMarkup, at)) != std::string::npos; at += 2) {
    escaped.insert(at, 1, '\\');
  }
  return escaped;
}

std::string NameText(const std::string& name) {
  return MarkdownText(Shortened(OneLine(name), kWidestName));
}

}  // namespace benchcell
