#include "runners/callgrind/body_reader.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

using CostMap = std::map<std::string, uint64_t>;

class BodyReaderTest : public testing::Test {
 protected:
  // Reads the lines; those that are none of a body, counted from 0, and what was expected there.
  std::map<size_t, std::string> Read(const std::string& text) {
    std::map<size_t, std::string> left;
    MemorySource source(text);
    LineBuffers buffers;
    LineBlocks blocks(source, buffers);
    const LineBlock& block = **blocks.Next();
    for (size_t line = 0; (line = reader_.Read(block, line)) < block.lines; ++line) {
      left[line] = reader_.fault() == nullptr ? "" : reader_.fault();
    }
    return left;
  }

  CostMap Costs() {
    CostMap costs;
    for (const FrameCost& cost : reader_.Costs()) {
      const FrameTable& frames = frames_;
      costs[frames.object_name(frames.object(cost.frame)) + ":" + frames.function(cost.frame)] +=
          cost.cost;
    }
    return costs;
  }

  FrameTable frames_;
  BodyReader reader_{frames_};
};

TEST_F(BodyReaderTest, AddsUpSelfCosts) {
  EXPECT_TRUE(Read("ob=node\nfl=???\nfn=a\n12 5 1\n+3 7\n-2 1 0 0 9\n* 4\n"
                   "fi=inlined.h\n20 2\nfe=x\n\nfn=b\n0 100000000000\nfn=a\n0 1\n")
                  .empty());
  EXPECT_EQ(Costs(), (CostMap{{"node:a", 20}, {"node:b", 100000000000}}));
  EXPECT_EQ(reader_.total(), 100000000020u);
}

TEST_F(BodyReaderTest, LeavesOutWhatCallsCost) {
  EXPECT_TRUE(Read("ob=node\nfn=a\n0 5\ncob=libc\ncfi=x.c\ncfn=b\ncalls=3 0\n0 900\n0 1\n"
                   "cfn=c\ncalls=2 17\n+1 800\ncfn=c\ncalls=1 17\n* 7\nob=libc\nfn=b\n1 2\n")
                  .empty());
  EXPECT_EQ(Costs(), (CostMap{{"libc:b", 2}, {"node:a", 6}}));
  ASSERT_EQ(reader_.calls().size(), 3u);
  EXPECT_EQ(reader_.calls()[0].count, 3u);
  // cob= holds for one call only.
  EXPECT_EQ(frames_.object_name(frames_.object(reader_.calls()[1].callee)), "node");
  EXPECT_EQ(reader_.calls()[1].count, 2u);
  EXPECT_EQ(reader_.calls()[2].count, 1u);
}

TEST_F(BodyReaderTest, ReadsPositionsOfEveryKind) {
  reader_.SetPositions(2);
  EXPECT_TRUE(Read("fn=a\n0x4000 12 5 1\n+3 +1 7\n* * 2\n-2 * 1\njump=3 0x4010 +2\n0x4000 12\n"
                   "jcnd=1/2 +4 *\n* *\ncfn=b\ncalls=1 0x5000 3 \n* * 100\n")
                  .empty());
  EXPECT_EQ(Costs(), (CostMap{{"???:a", 15}}));
}

TEST_F(BodyReaderTest, ACostOfNothingMayBeLeftOut) {
  EXPECT_TRUE(Read("fn=a\n12\n+3\n* \n4 2\n").empty());
  EXPECT_EQ(Costs(), (CostMap{{"???:a", 2}}));
}

TEST_F(BodyReaderTest, ExpandsAbbreviations) {
  EXPECT_TRUE(Read("ob=(1) node\nfn=(7) first\n0 1\nfn=(8) (anonymous namespace)::f()\n0 2\n"
                   "cob=(2) libc\ncfn=(9) malloc\ncalls=1 0\n0 50\nfn=(7)\n0 4\n"
                   "ob=(2)\nfn=(9)\n0 8\nfn=(anonymous)\n0 16\n")
                  .empty());
  EXPECT_EQ(Costs(), (CostMap{{"libc:(anonymous)", 16},
                              {"libc:malloc", 8},
                              {"node:(anonymous namespace)::f()", 2},
                              {"node:first", 5}}));
  // They stay known in the next part.
  reader_.EndPart();
  EXPECT_TRUE(Read("ob=(2)\nfn=(7)\n0 3\n").empty());
  EXPECT_EQ(Costs(), (CostMap{{"libc:first", 3}}));
}

TEST_F(BodyReaderTest, StopsAtOtherLines) {
  EXPECT_EQ(Read("fn=a\n0 1\ntotals: 1\nfnord\ncmd: x\n# comment\n0 1\n"),
            (std::map<size_t, std::string>{{2, ""}, {3, ""}, {4, ""}}));
  EXPECT_EQ(Costs(), (CostMap{{"???:a", 2}}));
}

TEST_F(BodyReaderTest, SaysWhatItExpected) {
  EXPECT_EQ(Read("fn=(3)\n"), (std::map<size_t, std::string>{{0, "a function's name"}}));
  EXPECT_EQ(
      Read("fn=(999999999999) x\ncob=(4)\n"),
      (std::map<size_t, std::string>{{0, "a function's name"}, {1, "an object file's name"}}));
  EXPECT_EQ(Read("calls=1 0\n"), (std::map<size_t, std::string>{{0, "a number of calls"}}));
  EXPECT_EQ(Read("cfn=a\ncalls=x 0\n"), (std::map<size_t, std::string>{{1, "a number of calls"}}));
  EXPECT_EQ(Read("0 1x\n0 -5\n12 0x5\n1 99999999999999999999\n"),
            (std::map<size_t, std::string>{{0, "a position and costs"},
                                           {1, "a position and costs"},
                                           {2, "a position and costs"},
                                           {3, "a position and costs"}}));
}

}  // namespace
}  // namespace benchcell
