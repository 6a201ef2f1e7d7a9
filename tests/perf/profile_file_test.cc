#include "tests/perf/profile_file.h"

#include <algorithm>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

std::string Text(uint64_t bytes, WrittenProfile& written) {
  std::string text;
  written = WriteProfile(bytes, [&text](std::string_view piece) { text.append(piece); });
  return text;
}

TEST(ProfileFileTest, IsAProfileWhoseCostsSumUp) {
  WrittenProfile written;
  const std::string text = Text(300000, written);
  EXPECT_EQ(text.size(), written.bytes);
  EXPECT_GE(text.size(), 300000u);
  const ReadParts read = ReadText(text);
  EXPECT_TRUE(read.status.ok()) << read.status;
  ASSERT_EQ(read.parts.size(), written.parts);
  uint64_t cost = 0;
  for (const ProfilePart& part : read.parts) {
    EXPECT_EQ(part.cost_total, part.totals[0]);
    EXPECT_EQ(part.fault, "");
    EXPECT_FALSE(part.forged || part.retracts);
    cost += part.cost_total;
  }
  EXPECT_EQ(cost, written.cost);
}

TEST(ProfileFileTest, IsTheSameEveryTime) {
  WrittenProfile first, second;
  EXPECT_EQ(Text(50000, first), Text(50000, second));
}

// Shares of lines by kind, and their mean length, near those of a recorded file.
TEST(ProfileFileTest, HasTheMixOfARecordedFile) {
  WrittenProfile written;
  const std::string text = Text(1000000, written);
  std::map<std::string, double> kinds;
  double lines = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    const size_t equals = line.substr(0, 6).find('=');
    std::string kind = line.empty() ? "blank" : "other";
    if (equals != std::string::npos) kind = line.substr(0, equals);
    if (!line.empty() && std::string("0123456789+-*").find(line[0]) != std::string::npos) {
      kind = "costs";
    }
    ++kinds[kind];
    ++lines;
    at = end + 1;
  }
  EXPECT_NEAR(kinds["costs"] / lines, 0.45, 0.1);
  EXPECT_NEAR(kinds["calls"] / lines, 0.13, 0.04);
  EXPECT_NEAR(kinds["cfn"] / lines, 0.13, 0.04);
  EXPECT_NEAR(kinds["fn"] / lines, 0.1, 0.04);
  EXPECT_NEAR(kinds["blank"] / lines, 0.12, 0.04);
  EXPECT_NEAR(kinds["cob"] / lines, 0.03, 0.02);
  EXPECT_NEAR(static_cast<double>(text.size()) / lines, 31, 5);
}

}  // namespace
}  // namespace benchcell
