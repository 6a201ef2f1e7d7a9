#include "runners/report/html/scale.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/report/format.h"

namespace benchcell::html {
namespace {

// Free space beyond the outermost values, as a share of their range.
constexpr double kRoom = 0.06;
constexpr int kValueTicks = 5;
constexpr int kChangeTicks = 7;
// Beyond this ratio, or its inverse, a change axis is logarithmic.
constexpr double kLargestLinearRatio = 3;
// Ratios are held within this and its inverse: an interval may reach to anything.
constexpr double kLargestRatio = 1e4;
constexpr int kMostDecimals = 9;

struct Unit {
  // The smallest value that is written in it.
  double least;
  double divisor;
  const char* suffix;
};

std::vector<Unit> UnitsOf(const std::string& unit) {
  if (unit == "s") {
    return {{0.1, 1, "s"}, {1e-3, 1e-3, "ms"}, {1e-6, 1e-6, "\u00b5s"}, {0, 1e-9, "ns"}};
  }
  if (unit == "ms")
    return {{1000, 1000, "s"}, {1, 1, "ms"}, {1e-3, 1e-3, "\u00b5s"}, {0, 1e-6, "ns"}};
  if (unit == "us") return {{1e6, 1e6, "s"}, {1e3, 1e3, "ms"}, {1, 1, "\u00b5s"}, {0, 1e-3, "ns"}};
  if (unit == "ns") return {{1e9, 1e9, "s"}, {1e6, 1e6, "ms"}, {1e3, 1e3, "\u00b5s"}, {0, 1, "ns"}};
  if (unit == "By") return {{1 << 20, 1 << 20, "MiB"}, {1 << 10, 1 << 10, "KiB"}, {0, 1, "B"}};
  if (unit == "1/s") {
    return {{1e9, 1e9, "G/s"}, {1e6, 1e6, "M/s"}, {1e3, 1e3, "k/s"}, {0, 1, "/s"}};
  }
  return {{0, 1, ""}};
}

int DecimalsOf(double step) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, kMostDecimals);
}

// Multiples of a step from `low` to `high`.
std::vector<double> Multiples(double step, double low, double high) {
  std::vector<double> multiples;
  const double last = std::floor(high / step + 1e-9);
  // The 0 that is added takes the sign off another.
  for (double i = std::ceil(low / step - 1e-9); i <= last; ++i) multiples.push_back(i * step + 0.0);
  return multiples;
}

std::string SignedPercent(double percent, int decimals) {
  const std::string digits = absl::StrFormat("%.*f", decimals, std::abs(percent));
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return absl::StrCat(zero ? "" : percent < 0 ? "\u2212" : "+", zero ? "0" : digits, "%");
}

}  // namespace

double NiceStep(double range, int count) {
  const double rough = range / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

ValueScale::ValueScale(double low, double high, const std::string& unit) : low_(low), high_(high) {
  const double size = std::max(std::abs(low), std::abs(high));
  double room = (high - low) * kRoom;
  // Also where the range is so small that no step would tell its ends apart.
  if (high - low <= size * 1e-9) room = size == 0 ? 1 : size * 0.01;
  low_ -= room;
  high_ += room;
  suffix_ = unit.empty() || unit == "1" ? "" : absl::StrCat(" ", unit);
  for (const Unit& each : UnitsOf(unit)) {
    if (size < each.least) continue;
    divisor_ = each.divisor;
    if (*each.suffix != '\0') suffix_ = each.suffix;
    break;
  }
  const double step = NiceStep((high_ - low_) / divisor_, kValueTicks);
  decimals_ = DecimalsOf(step);
  for (const double value : Multiples(step, low_ / divisor_, high_ / divisor_)) {
    ticks_.push_back({At(value * divisor_), Write(value * divisor_, decimals_)});
  }
}

double ValueScale::At(double value) const { return (value - low_) / (high_ - low_); }

std::string ValueScale::Show(double value) const {
  return Write(value, std::min(decimals_ + 1, kMostDecimals));
}

std::string ValueScale::Write(double value, int decimals) const {
  const double scaled = value / divisor_;
  std::string digits;
  if (suffix_.empty() && decimals <= 1) {
    digits = FormatCount(scaled, "");
  } else if (std::abs(scaled) >= 1e9 || (scaled != 0 && std::abs(scaled) < 1e-6)) {
    digits = absl::StrFormat("%.6g", scaled);
  } else {
    digits = absl::StrFormat("%.*f", decimals, scaled);
  }
  return absl::StrCat(digits, suffix_);
}

ChangeScale::ChangeScale(const std::vector<double>& ratios) {
  double low = 1;
  double high = 1;
  for (const double ratio : ratios) {
    if (!(ratio > 0)) continue;
    low = std::min(low, std::max(ratio, 1 / kLargestRatio));
    high = std::max(high, std::min(ratio, kLargestRatio));
  }
  logarithmic_ = high > kLargestLinearRatio || low < 1 / kLargestLinearRatio / 2;
  if (low == high) {
    low = 0.99;
    high = 1.01;
  }
  low_ = Place(low);
  high_ = Place(high);
  const double room = (high_ - low_) * kRoom;
  low_ -= room;
  high_ += room;
  if (logarithmic_) {
    for (const double ratio :
         {1e-4, 1e-3, 0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1e3, 1e4}) {
      if (Place(ratio) < low_ || Place(ratio) > high_) continue;
      const std::string digits = absl::StrFormat("%.5g", ratio < 1 ? 1 / ratio : ratio);
      ticks_.push_back({At(ratio), absl::StrCat(ratio < 1 ? "1/" : "\u00d7", digits)});
    }
    return;
  }
  const double step = NiceStep(high_ - low_, kChangeTicks);
  for (const double percent : Multiples(step, low_, high_)) {
    ticks_.push_back({At(1 + percent / 100), SignedPercent(percent, DecimalsOf(step))});
  }
}

double ChangeScale::Place(double ratio) const {
  return logarithmic_ ? std::log(ratio) : PercentOf(ratio);
}

double ChangeScale::At(double ratio) const {
  const double place = ratio > 0 ? Place(ratio) : low_;
  return std::clamp((place - low_) / (high_ - low_), 0.0, 1.0);
}

}  // namespace benchcell::html
