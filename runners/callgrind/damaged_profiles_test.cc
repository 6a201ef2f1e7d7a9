// Files that were cut or changed at any place: no crash, no hang, no word about parts before.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runners/callgrind/profile_reader.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

std::string SmallFile() {
  return std::string(kFileHead) +
         PartText(1, "Client Request: Metadata: codspeed-node 5.7.1", "", "0") +
         PartText(2, "Client Request: a::b",
                  "ob=(1) node\nfl=(1) ???\nfn=(1) first\n0 5 1\ncob=(2) libc\ncfi=(1)\n"
                  "cfn=(2) second\ncalls=2 0\n0 7\n+3 1\njump=1 +2\n*\n\nob=(2)\nfn=(2)\n0 7\n",
                  "13 1") +
         PartText(3, "Client Request: c", "fn=0x28052c80'2\n0 3\n", "3") +
         PartText(4, "Program termination", "", "0");
}

TEST(DamagedProfilesTest, EveryCutIsNoticedAndLeavesThePartsBeforeIt) {
  const std::string whole = SmallFile();
  // Where each part's totals line ends.
  std::vector<size_t> ends;
  for (size_t at = whole.find("\ntotals:"); at != std::string::npos;
       at = whole.find("\ntotals:", at + 1)) {
    ends.push_back(whole.find('\n', at + 1));
  }
  ASSERT_EQ(ends.size(), 4u);
  for (size_t size = 0; size < whole.size(); ++size) {
    const ReadParts read = ReadText(whole.substr(0, size), 64);
    size_t parts = 0;
    while (parts < ends.size() && ends[parts] < size) ++parts;
    EXPECT_EQ(read.parts.size(), parts) << size;
    for (size_t i = 0; i < read.parts.size(); ++i) {
      EXPECT_EQ(read.parts[i].cost_total, read.parts[i].totals[0]) << size;
      EXPECT_EQ(read.parts[i].fault, "") << size;
    }
    // Between two parts, nothing shows that there were more.
    const bool between = parts > 0 && size - ends[parts - 1] <= 2;
    EXPECT_EQ(read.status.ok(), between) << size << ": " << read.status;
    EXPECT_EQ(read.status.message().find("7.out") == 0, !between) << read.status;
  }
}

TEST(DamagedProfilesTest, SaysWhereItWasCut) {
  const std::string whole = SmallFile();
  const ReadParts read = ReadText(whole.substr(0, whole.find("fn=0x2805") + 4));
  EXPECT_EQ(read.status.code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(std::string(read.status.message()),
            "7.out:61: found the end of the file in part 3 (\"Client Request: c\"), expected whole "
            "parts that end with totals");
}

TEST(DamagedProfilesTest, RefusesWhatIsNoProfile) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("{\"creator\": 1}\n"),
        std::string("\x7f"
                    "ELF"),
        std::string("creator: tracegrind-1\n"), std::string(1000, '\0'),
        std::string("a,b\n1,2\ntotals: 5\n")}) {
    const ReadParts read = ReadText(text);
    EXPECT_EQ(read.status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(read.status.message().find("7.out"), std::string::npos) << read.status;
    EXPECT_TRUE(read.parts.empty());
  }
}

// A changed byte may change a name or a number that nothing checks; it may never do more.
TEST(DamagedProfilesTest, ChangedBytesDoNoHarm) {
  const std::string whole = SmallFile();
  std::mt19937_64 random(20240229);
  for (int round = 0; round < 4000; ++round) {
    std::string text = whole;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int i = 0; i < changes; ++i) {
      text[random() % text.size()] =
          random() % 3 == 0 ? "0123456789+-*=()\n\r #"[random() % 20] : static_cast<char>(random());
    }
    const ReadParts read = ReadText(text, 1 + random() % 300);
    EXPECT_LE(read.parts.size(), 6u);
    for (size_t i = 0; i < read.parts.size(); ++i) {
      EXPECT_EQ(read.parts[i].totals.size(), read.parts[i].events.size());
      uint64_t sum = 0;
      for (const auto& [name, cost] : read.costs[i]) sum += cost;
      EXPECT_EQ(sum, read.parts[i].cost_total);
    }
  }
}

TEST(DamagedProfilesTest, RepeatedAndMissingPiecesDoNoHarm) {
  const std::string whole = SmallFile();
  std::mt19937_64 random(7);
  for (int round = 0; round < 4000; ++round) {
    const size_t from = random() % whole.size();
    const size_t size = random() % (whole.size() - from);
    const size_t to = random() % whole.size();
    std::string text = whole;
    if (random() % 2 == 0) text.erase(from, size);
    text.insert(std::min(to, text.size()), whole.substr(from, size));
    const ReadParts read = ReadText(text, 100);
    EXPECT_LE(read.parts.size(), 9u);
  }
}

}  // namespace
}  // namespace benchcell
