#include "runners/plugin_check/spoiled_outputs.h"

#include <cctype>
#include <random>

namespace benchcell {
namespace {

constexpr size_t kLongLine = size_t{16} << 20;
constexpr size_t kDeepNesting = 100'000;

std::string Empty(std::string_view) { return ""; }

std::string Half(std::string_view content) {
  return std::string(content.substr(0, content.size() / 2));
}

std::string AllButTheEnd(std::string_view content) {
  // Below any closing bracket and line break.
  return std::string(content.substr(0, content.size() - content.size() / 10));
}

std::string RandomBytes(std::string_view) {
  std::mt19937_64 random(1);
  std::string bytes(size_t{64} << 10, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() & 0xff);
  return bytes;
}

std::string WithoutUtf8(std::string_view content) {
  std::string spoiled(content);
  for (size_t i = 0; i < spoiled.size(); i += 7) spoiled[i] = '\xff';
  return spoiled;
}

std::string DeepJson(std::string_view) {
  std::string json;
  for (size_t i = 0; i < kDeepNesting; ++i) json += "[{\"a\":";
  return json;
}

// Every run of digits becomes `number`.
std::string WithNumbers(std::string_view content, std::string_view number) {
  std::string spoiled;
  bool in_number = false;
  for (const char c : content) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit) {
      spoiled += c;
    } else if (!in_number) {
      spoiled += number;
    }
    in_number = digit;
  }
  return spoiled;
}

std::string HugeNumbers(std::string_view content) { return WithNumbers(content, "9e999"); }

std::string NotANumber(std::string_view content) { return WithNumbers(content, "NaN"); }

std::string Minus(std::string_view content) { return WithNumbers(content, "-1"); }

std::string LongLine(std::string_view) { return std::string(kLongLine, 'x'); }

std::string Nulls(std::string_view content) { return std::string(content.size() + 1, '\0'); }

std::string Twice(std::string_view content) { return std::string(content) + std::string(content); }

}  // namespace

const std::vector<Spoiling>& Spoilings() {
  static const auto* const spoilings = new std::vector<Spoiling>{
      {"empty", Empty, true},
      {"cut in half", Half, true},
      {"cut before its last tenth", AllButTheEnd, true},
      {"64 KiB of random bytes", RandomBytes, true},
      {"not UTF-8", WithoutUtf8, false},
      {"JSON of 100,000 brackets and no end", DeepJson, true},
      {"full of numbers that no double can hold", HugeNumbers, false},
      {"full of NaN", NotANumber, false},
      {"full of -1", Minus, false},
      {"one line of 16 MiB", LongLine, true},
      {"zeros", Nulls, true},
      {"there twice over", Twice, false},
  };
  return *spoilings;
}

}  // namespace benchcell
