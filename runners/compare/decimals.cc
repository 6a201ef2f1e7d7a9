#include "runners/compare/decimals.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace benchcell {
namespace {

constexpr uint64_t kPowers[kMostDecimals + 1] = {1, 10, 100, 1000, 10000};
// Below this, a double has a bit for one half.
constexpr double kMost = 0x1p52;

// The largest double has 309 digits.
constexpr size_t kMostBytes = 400;

}  // namespace

void AppendDecimals(double value, int decimals, std::string& text) {
  char buffer[kMostBytes];
  const double power = static_cast<double>(kPowers[decimals]);
  const double size = std::abs(value);
  const double scaled = size * power;
  if (!(scaled < kMost)) {
    const auto end =
        std::to_chars(buffer, buffer + kMostBytes, value, std::chars_format::fixed, decimals);
    text.append(buffer, end.ptr);
    return;
  }
  double rounded = std::nearbyint(scaled);
  // What scaling rounded off is less than half a step of `scaled`, so it decides only where
  // `scaled` stands right in the middle.
  const double lost = std::fma(size, power, -scaled);
  if (scaled - rounded == 0.5 && lost > 0) ++rounded;
  if (scaled - rounded == -0.5 && lost < 0) --rounded;

  char* at = buffer;
  if (std::signbit(value)) *at++ = '-';
  const uint64_t digits = static_cast<uint64_t>(rounded);
  at = std::to_chars(at, buffer + kMostBytes, digits / kPowers[decimals]).ptr;
  *at++ = '.';
  for (int i = decimals - 1; i >= 0; --i) {
    *at++ = static_cast<char>('0' + digits / kPowers[i] % 10);
  }
  text.append(buffer, at);
}

void AppendProbability(double probability, std::string& text) {
  if (probability < 0.0001) {
    text += "<0.0001";
  } else {
    AppendDecimals(probability, probability < 0.0095 ? 4 : 3, text);
  }
}

}  // namespace benchcell
