#include "runners/report/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace benchcell {
namespace {

constexpr char kMinus[] = "\u2212";
// A change below this is "~0": what the tables that we measure again take for no change.
constexpr double kAboutZeroPercent = 1.5;

// Three significant digits, but never less than the whole number and never more than two decimals:
// 0.34, 5.67, 12.4, 123, 4567. Cuts where rounding would show a fourth digit.
std::string ThreeDigits(double value) {
  const double size = std::abs(value);
  return absl::StrFormat("%.*f", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, value);
}

struct Scale {
  double factor;
  const char* suffix;
};

// The first scale that leaves at least 1 (0.1 for the first of all), or the last.
std::string Scaled(double value, const std::vector<Scale>& scales) {
  if (value == 0) return absl::StrCat("0", scales.front().suffix);
  for (const Scale& scale : scales) {
    const double least = &scale == &scales.front() ? 0.0995 : 0.9995;
    if (std::abs(value) / scale.factor >= least || &scale == &scales.back()) {
      return absl::StrCat(ThreeDigits(value / scale.factor), scale.suffix);
    }
  }
  return "";
}

std::string Seconds(double value) {
  return Scaled(value, {{1, "s"}, {1e-3, "ms"}, {1e-6, "\u00b5s"}, {1e-9, "ns"}});
}

std::string Bytes(double value) {
  return Scaled(value, {{1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}});
}

// Whole numbers as they are; others with three digits.
std::string Plain(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return absl::StrFormat("%.0f", value);
  return std::abs(value) < 0.1 ? absl::StrFormat("%.3g", value) : ThreeDigits(value);
}

std::string Rate(double value) {
  if (std::abs(value) < 1000) return absl::StrCat(Plain(value), "/s");
  return absl::StrCat(Scaled(value, {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}), "/s");
}

// Two decimals, and more where a number above 0 would show fewer than two digits.
std::string ExactDigits(double percent) {
  constexpr int kMostDecimals = 15;
  int decimals = 2;
  for (double size = percent; size < 0.00995 && decimals < kMostDecimals; size *= 10) {
    decimals = decimals == 2 ? 4 : decimals + 1;
  }
  return absl::StrFormat("%.*f", decimals, percent);
}

std::string Signed(const std::string& digits, double value) {
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return absl::StrCat(zero ? "" : value < 0 ? kMinus : "+", digits, "%");
}

}  // namespace

std::string FormatValue(double value, const std::string& unit) {
  if (unit == "s") return Seconds(value);
  if (unit == "ms") return Seconds(value * 1e-3);
  if (unit == "us") return Seconds(value * 1e-6);
  if (unit == "ns") return Seconds(value * 1e-9);
  if (unit == "By") return Bytes(value);
  if (unit == "1/s") return Rate(value);
  if (unit == "1" || unit.empty()) return Plain(value);
  return absl::StrCat(Plain(value), " ", unit);
}

std::string FormatChange(double percent) {
  if (std::abs(percent) < kAboutZeroPercent) return "~0";
  return Signed(absl::StrFormat("%.0f", std::abs(percent)), percent);
}

std::string FormatCount(double value, const std::string& unit) {
  std::string digits = absl::StrFormat("%.2f", std::abs(value));
  // Whole numbers have no decimals, others no more than they need.
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  const size_t whole = std::min(digits.find('.'), digits.size());
  std::string grouped;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  const bool counts = unit.empty() || unit == "1";
  return absl::StrCat(value < 0 && grouped != "0" ? kMinus : "", grouped, counts ? "" : " ",
                      counts ? "" : unit);
}

std::string FormatDifference(double value) {
  return absl::StrCat(value > 0 ? "+" : "", FormatCount(value, ""));
}

std::string FormatExactChange(double percent) {
  if (percent == 0) return "=";
  return Signed(ExactDigits(std::abs(percent)), percent);
}

std::string FormatExactShare(double share) {
  return share == 0 ? "0" : absl::StrCat(ExactDigits(std::abs(share) * 100), "%");
}

std::string FormatBound(double percent) {
  return Signed(absl::StrFormat("%.1f", std::abs(percent)), percent);
}

std::string FormatProbability(double probability) {
  if (probability < 0.0001) return "<0.0001";
  return absl::StrFormat("%.*f", probability < 0.0095 ? 4 : 3, probability);
}

std::string FormatExactly(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, end);
}

double PercentOf(double ratio) { return (ratio - 1) * 100; }

}  // namespace benchcell
