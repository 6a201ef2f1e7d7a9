#include "runners/compare/rate.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace benchcell {
namespace {

// ASCII only; `lower` is in lower case.
bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

Rate ParseWord(std::string_view text) {
  if (text.empty() || text == "NA") return {RateKind::kMissing};
  if (text == "null") return {RateKind::kNull};
  if (EqualsIgnoringCase(text, "nan")) return {RateKind::kNan};
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  if (EqualsIgnoringCase(text, "inf") || EqualsIgnoringCase(text, "infinity")) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {RateKind::kInfinite, negative ? -infinity : infinity};
  }
  return {};
}

// Beyond the range of a double: too large or too close to 0.
Rate OutOfRange(std::string_view text) {
  const size_t exponent = text.find_first_of("eE");
  const bool tiny = exponent != std::string_view::npos ? text.substr(exponent + 1, 1) == "-"
                                                       : text.find('.') < 300;
  if (tiny) return {RateKind::kNumber, 0};
  const double infinity = std::numeric_limits<double>::infinity();
  return {RateKind::kInfinite, text[0] == '-' ? -infinity : infinity};
}

}  // namespace

Rate ParseRate(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  const std::string_view digits =
      text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end == digits.data() + digits.size() && !digits.empty()) {
    if (error == std::errc::result_out_of_range) return OutOfRange(digits);
    // from_chars takes the words for NaN and infinity too.
    if (error == std::errc() && std::isfinite(value)) return {RateKind::kNumber, value};
  }
  return ParseWord(text);
}

const char* RateWords(RateKind kind) {
  switch (kind) {
    case RateKind::kNumber:
      return "a number";
    case RateKind::kNan:
      return "NaN";
    case RateKind::kMissing:
      return "NA or empty";
    case RateKind::kNull:
      return "null";
    case RateKind::kInfinite:
      return "infinite";
    case RateKind::kNoRate:
      return "no rate";
  }
  return "";
}

}  // namespace benchcell
