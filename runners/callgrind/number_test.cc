#include "runners/callgrind/number.h"

#include <optional>
#include <string>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

std::optional<uint64_t> Read(const std::string& text, size_t* used = nullptr) {
  const std::string padded = text + "\n       9999999999999999";
  const char* p = padded.data();
  uint64_t number = 0;
  if (!ReadNumber(p, number)) return std::nullopt;
  if (used != nullptr) *used = static_cast<size_t>(p - padded.data());
  return number;
}

TEST(NumberTest, ReadsEveryNumberOfDigits) {
  std::string text;
  uint64_t expected = 0;
  for (int i = 0; i < 19; ++i) {
    const int digit = (i + 1) % 10;
    text += static_cast<char>('0' + digit);
    expected = 10 * expected + static_cast<uint64_t>(digit);
    size_t used = 0;
    EXPECT_EQ(Read(text, &used), expected) << text;
    EXPECT_EQ(used, text.size());
  }
  EXPECT_EQ(Read("0"), 0u);
  EXPECT_EQ(Read("00000000000000000000000007"), 7u);
  EXPECT_EQ(Read("18446744073709551615"), UINT64_MAX);
}

TEST(NumberTest, EndsAtWhateverIsNoDigit) {
  for (int c = 0; c < 256; ++c) {
    if (c >= '0' && c <= '9') continue;
    size_t used = 0;
    EXPECT_EQ(Read(std::string("405") + static_cast<char>(c) + "12", &used), 405u) << c;
    EXPECT_EQ(used, 3u) << c;
    EXPECT_EQ(Read(std::string("1234567890") + static_cast<char>(c) + "12", &used), 1234567890u);
    EXPECT_EQ(used, 10u) << c;
    EXPECT_EQ(Read(std::string(1, static_cast<char>(c)) + "1"), std::nullopt) << c;
  }
}

TEST(NumberTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(Read("18446744073709551616"), std::nullopt);
  EXPECT_EQ(Read("99999999999999999999999"), std::nullopt);
  EXPECT_EQ(Read(""), std::nullopt);
}

}  // namespace
}  // namespace benchcell
