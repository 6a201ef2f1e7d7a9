#include "runners/callgrind/profile_reader.h"

#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

using CostMap = std::map<std::string, uint64_t>;

constexpr char kBody[] = "ob=node\nfl=???\nfn=a\n0 5 1\ncfn=b\ncalls=2 0\n0 7\n\nfn=b\n0 7\n";

std::string Request(const std::string& name) { return "Client Request: " + name; }

TEST(ProfileReaderTest, ReadsPartByPart) {
  const ReadParts read = ReadText(std::string(kFileHead) +
                                  PartText(1, Request("Metadata: codspeed-node 5.7.1"), "", "0") +
                                  PartText(2, Request("src/a.ts::one"), kBody, "12 1") +
                                  PartText(3, "Program termination", "", "0"));
  ASSERT_TRUE(read.status.ok()) << read.status;
  ASSERT_EQ(read.parts.size(), 3u);
  EXPECT_EQ(read.header.creator, "callgrind-3.19.0");
  EXPECT_EQ(read.header.pid, 7u);
  EXPECT_EQ(read.header.command, "node a.js");
  const ProfilePart& part = read.parts[1];
  EXPECT_EQ(part.number, 2u);
  EXPECT_EQ(part.line, 20);
  EXPECT_EQ(part.trigger, "Client Request: src/a.ts::one");
  EXPECT_EQ(part.events, (std::vector<std::string>{"Ir", "Dr", "Dw"}));
  // The zero at the end was left out.
  EXPECT_EQ(part.totals, (std::vector<uint64_t>{12, 1, 0}));
  EXPECT_EQ(part.cost_total, 12u);
  EXPECT_EQ(read.costs[1], (CostMap{{"node a", 5}, {"node b", 7}}));
  EXPECT_EQ(read.calls[1], (CostMap{{"node a > node b", 2}}));
  EXPECT_FALSE(part.forged || part.retracts);
  EXPECT_EQ(part.fault, "");
  EXPECT_EQ(read.parts[2].trigger, "Program termination");
  EXPECT_TRUE(read.costs[2].empty());
}

TEST(ProfileReaderTest, ReadsTheSameInBlocksOfAnySize) {
  const std::string text = std::string(kFileHead) + PartText(1, Request("a"), kBody, "12 1") +
                           PartText(2, Request("b"), kBody, "12 1");
  for (size_t size = 1; size < 100; ++size) {
    const ReadParts read = ReadText(text, size);
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.parts.size(), 2u) << size;
    EXPECT_EQ(read.costs[1], (CostMap{{"node a", 5}, {"node b", 7}})) << size;
    EXPECT_EQ(read.parts[1].line, 30) << size;
  }
}

TEST(ProfileReaderTest, ReadsWindowsLineEnds) {
  std::string text;
  for (const char c : std::string(kFileHead) + PartText(1, Request("a\nb"), kBody, "12 1")) {
    if (c == '\n') text += '\r';
    text += c;
  }
  const ReadParts read = ReadText(text);
  ASSERT_EQ(read.parts.size(), 1u) << read.status;
  EXPECT_EQ(read.parts[0].trigger, "Client Request: a\nb");
  EXPECT_EQ(read.costs[0], (CostMap{{"node a", 5}, {"node b", 7}}));
  EXPECT_EQ(read.parts[0].totals, (std::vector<uint64_t>{12, 1, 0}));
  EXPECT_EQ(read.parts[0].fault, "");
}

TEST(ProfileReaderTest, TakesNamesAsTheyAre) {
  for (const std::string& name :
       {std::string(), std::string("a\tb"), std::string("\"quoted\" 'too'"), std::string("%s %d"),
        std::string("a::b::::c"), std::string("caf\xc3\xa9 \xf0\x9f\x9a\x80"),
        std::string("invalid \xff\xfe"), std::string(3000, 'n'), std::string("two\nlines"),
        std::string("ends with one\n"), std::string("\n\n\n"), std::string("a \ntotals: 5"),
        std::string("x\npart: 9\n\ndesc: Trigger: Client Request: other"),
        std::string("x\nfn=evil\n0 100\n\ntotals: 100\n\npart: 3\n"),
        std::string("x\nevents: Ir\nsummary: 7\n")}) {
    const ReadParts read = ReadText(std::string(kFileHead) + PartText(1, Request("m"), "", "0") +
                                    PartText(2, Request(name), kBody, "12 1") +
                                    PartText(3, Request("other"), kBody, "12 1"));
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.parts.size(), 3u) << name;
    EXPECT_EQ(read.parts[1].trigger, Request(name));
    EXPECT_EQ(read.parts[1].totals[0], 12u) << name;
    EXPECT_EQ(read.parts[1].cost_total, 12u) << name;
    EXPECT_FALSE(read.parts[1].forged) << name;
    EXPECT_EQ(read.parts[2].trigger, "Client Request: other");
    EXPECT_EQ(read.costs[2], (CostMap{{"node a", 5}, {"node b", 7}}));
  }
}

// Whole headers and bodies in a name. The true ones follow, and no other part is touched.
TEST(ProfileReaderTest, NoticesForgedHeaders) {
  const std::string header = "\n\npositions: line\nevents: Ir\nsummary: 0\n\n\n";
  for (const std::string& name :
       {"x" + header, "x" + header + "fn=evil\n0 100\n", "x" + header + "nonsense\n",
        "x" + header + "fn=evil\n0 5\n\ntotals: 5\n", "x" + header + "totals: 5\nnonsense",
        "x" + header + "totals: 5\n\npart: many\n"}) {
    const ReadParts read = ReadText(std::string(kFileHead) + PartText(1, Request("m"), "", "0") +
                                    PartText(2, Request(name), kBody, "12 1") +
                                    PartText(3, Request("other"), kBody, "12 1"));
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.parts.size(), 3u) << name;
    EXPECT_TRUE(read.parts[1].forged) << name;
    EXPECT_EQ(read.parts[1].trigger, "Client Request: x");
    EXPECT_EQ(read.parts[1].totals, (std::vector<uint64_t>{12, 1, 0})) << name;
    EXPECT_EQ(read.costs[1], (CostMap{{"node a", 5}, {"node b", 7}})) << name;
    EXPECT_FALSE(read.parts[2].forged);
    EXPECT_EQ(read.parts[2].fault, "");
    EXPECT_EQ(read.costs[2], (CostMap{{"node a", 5}, {"node b", 7}}));
  }
}

TEST(ProfileReaderTest, NoticesForgedParts) {
  for (const int forged : {3, 4, 9}) {
    const std::string name =
        "x\n\npositions: line\nevents: Ir\nsummary: 0\n\n\ntotals: 0\n\npart: " +
        std::to_string(forged) + "\n\ndesc: Trigger: Client Request: victim";
    const ReadParts read = ReadText(std::string(kFileHead) + PartText(1, Request("m"), "", "0") +
                                    PartText(2, Request(name), kBody, "12 1") +
                                    PartText(3, Request("victim"), kBody, "12 1"));
    ASSERT_EQ(read.parts.size(), 4u) << read.status;
    EXPECT_FALSE(read.parts[2].retracts);
    EXPECT_EQ(read.parts[3].number, 3u);
    EXPECT_TRUE(read.parts[3].retracts);
    EXPECT_EQ(read.parts[3].trigger, "Client Request: victim");
  }
}

TEST(ProfileReaderTest, ShowsThatCostsDoNotSumUp) {
  const ReadParts read = ReadText(kFileHead + PartText(1, Request("a"), kBody, "13"));
  ASSERT_EQ(read.parts.size(), 1u);
  EXPECT_EQ(read.parts[0].totals[0], 13u);
  EXPECT_EQ(read.parts[0].cost_total, 12u);
}

TEST(ProfileReaderTest, ToleratesWhatItDoesNotKnowInHeaders) {
  std::string part = PartText(1, Request("a"), kBody, "12");
  part.insert(part.find("desc: Trigger"), "desc: Benchmark pid: 9\ndesc: Anything: else\nnew: 1\n");
  const ReadParts read = ReadText(kFileHead + part);
  ASSERT_EQ(read.parts.size(), 1u) << read.status;
  EXPECT_EQ(read.parts[0].trigger, "Client Request: a");
  EXPECT_EQ(read.parts[0].fault, "");
}

TEST(ProfileReaderTest, ReadsEventsOfEachPart) {
  std::string other = PartText(2, Request("b"), "fn=a\n0 4 1 1 1 1\n", "4 1 1 1 1");
  other.replace(other.find("events: Ir Dr Dw"), 16, "events: Ir Dr Dw Ct Cl");
  const ReadParts read = ReadText(kFileHead + PartText(1, Request("a"), kBody, "12") + other);
  ASSERT_EQ(read.parts.size(), 2u);
  EXPECT_EQ(read.parts[0].events.size(), 3u);
  EXPECT_EQ(read.parts[1].events.back(), "Cl");
  EXPECT_EQ(read.parts[1].totals, (std::vector<uint64_t>{4, 1, 1, 1, 1}));
}

TEST(ProfileReaderTest, ADamagedLineCostsOnePart) {
  const ReadParts read =
      ReadText(kFileHead + PartText(1, Request("a"), "fn=a\n0 1\nwhat \x01 is this\n0 zz\n", "1") +
               PartText(2, Request("b"), kBody, "x") + PartText(3, Request("c"), kBody, "1 2 3 4") +
               PartText(4, Request("d"), kBody, "12"));
  ASSERT_EQ(read.parts.size(), 4u) << read.status;
  EXPECT_EQ(read.parts[0].fault,
            "7.out:19: found \"what  is this\", expected a line of costs, a name or totals:");
  EXPECT_EQ(read.parts[1].fault, "7.out:46: found \"x\", expected a number");
  EXPECT_NE(read.parts[2].fault.find("expected at most 3 totals"), std::string::npos);
  EXPECT_EQ(read.parts[3].fault, "");
}

}  // namespace
}  // namespace benchcell
