#include "plugins/codspeed/profile/frames.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "plugins/codspeed/profile/harness_shares.h"

namespace benchcell::codspeed {
namespace {

// Frames by number.
class FramesTest : public testing::Test {
 protected:
  uint32_t Add(const std::string& function, v1::FrameKind kind, uint64_t cost,
               bool script = false) {
    names_.push_back({function, "", kind, script});
    const auto frame = static_cast<uint32_t>(names_.size() - 1);
    part_.costs.push_back({frame, cost});
    part_.cost_total += cost;
    return frame;
  }
  void Call(uint32_t caller, uint32_t callee, uint64_t count) {
    part_.calls.push_back({caller, callee, count});
  }
  std::map<std::string, double> Costs(int most = 100) {
    std::map<std::string, double> costs;
    double sum = 0;
    for (const v1::Frame& frame : FramesOf(part_, names_, most)) {
      costs[frame.function() + " " + v1::FrameKind_Name(frame.kind())] += frame.cost();
      sum += frame.cost();
    }
    EXPECT_EQ(sum, static_cast<double>(part_.cost_total));
    return costs;
  }

  ProfilePart part_;
  std::vector<NamedFrame> names_;
};

using CostMap = std::map<std::string, double>;

TEST_F(FramesTest, RuntimeThatOnlyTheHarnessCallsIsTheHarness) {
  const uint32_t bench = Add("bench", v1::OPTIMISED, 100, true);
  const uint32_t load = Add("LoadIC", v1::RUNTIME, 40);
  const uint32_t tracker = Add("tracker", v1::HARNESS, 50, true);
  const uint32_t get = Add("MapGet", v1::RUNTIME, 30);
  const uint32_t find = Add("Find", v1::RUNTIME, 20);
  const uint32_t getter = Add("getter", v1::OPTIMISED, 10, true);
  Call(bench, load, 5000);
  Call(load, tracker, 5000);
  Call(tracker, get, 5000);
  Call(get, find, 5000);
  Call(tracker, getter, 5000);
  EXPECT_EQ(Costs(), (CostMap{{"bench OPTIMISED", 100},
                              {"LoadIC RUNTIME", 40},
                              {"tracker HARNESS", 50},
                              {"MapGet HARNESS", 30},
                              {"Find HARNESS", 20},
                              {"getter OPTIMISED", 10}}));
}

TEST_F(FramesTest, SharesGoByCalls) {
  const uint32_t bench = Add("bench", v1::BASELINE, 7, true);
  const uint32_t tracker = Add("tracker", v1::HARNESS, 5, true);
  const uint32_t get = Add("MapGet", v1::RUNTIME, 1001);
  const uint32_t find = Add("Find", v1::RUNTIME, 100);
  Call(bench, get, 300);
  Call(tracker, get, 100);
  Call(get, find, 400);
  EXPECT_EQ(Costs(), (CostMap{{"bench BASELINE", 7},
                              {"tracker HARNESS", 5},
                              {"MapGet HARNESS", 250},
                              {"MapGet RUNTIME", 751},
                              {"Find HARNESS", 25},
                              {"Find RUNTIME", 75}}));
}

TEST_F(FramesTest, NeitherScriptsNorHandlersPassTheHarnessOn) {
  const uint32_t root = Add("root", v1::HARNESS, 5, true);
  const uint32_t handler = Add("Handler", v1::INTERPRETER, 50);
  const uint32_t bench = Add("bench", v1::OPTIMISED, 60, true);
  const uint32_t helper = Add("Add_Baseline", v1::BASELINE, 70);
  const uint32_t load = Add("LoadIC", v1::RUNTIME, 80);
  Call(root, handler, 1);
  Call(handler, load, 1);
  Call(root, bench, 1);
  Call(bench, helper, 9);
  EXPECT_EQ(Costs(), (CostMap{{"root HARNESS", 5},
                              {"Handler INTERPRETER", 50},
                              {"bench OPTIMISED", 60},
                              {"Add_Baseline BASELINE", 70},
                              {"LoadIC RUNTIME", 80}}));
}

TEST_F(FramesTest, CyclesSettle) {
  const uint32_t bench = Add("bench", v1::OPTIMISED, 0, true);
  const uint32_t tracker = Add("tracker", v1::HARNESS, 0, true);
  const uint32_t one = Add("one", v1::RUNTIME, 1000);
  const uint32_t two = Add("two", v1::RUNTIME, 1000);
  const uint32_t alone = Add("alone", v1::RUNTIME, 1000);
  Call(bench, one, 1);
  Call(tracker, one, 1);
  Call(one, two, 1000);
  Call(two, one, 1000);
  Call(one, one, 7);
  Call(alone, alone, 3);
  const std::vector<double> shares = HarnessShares(part_, names_);
  EXPECT_GT(shares[one], 0);
  EXPECT_LE(shares[one], 0.5);
  EXPECT_NEAR(shares[one], shares[two], 0.01);
  EXPECT_EQ(shares[alone], 0);
  EXPECT_EQ(shares[bench], 0);
  EXPECT_EQ(shares[tracker], 1);
}

TEST_F(FramesTest, ThoseAfterTheLargestAreSummedUpByKind) {
  Add("large", v1::OPTIMISED, 900, true);
  for (int i = 0; i < 50; ++i) Add("f" + std::to_string(i), v1::RUNTIME, 1);
  for (int i = 0; i < 25; ++i) Add("g" + std::to_string(i), v1::INTERPRETER, 2);
  EXPECT_EQ(Costs().size(), 76u) << "nothing that there is room for is summed up";
  const CostMap few = Costs(3);
  EXPECT_EQ(few.size(), 5u);
  EXPECT_EQ(few.at(" RUNTIME"), 50);
  EXPECT_EQ(few.at(" INTERPRETER"), 46);
}

TEST_F(FramesTest, LevelsOfARecursionAreOneFrameAndTheLargestComesFirst) {
  Add("fibo", v1::OPTIMISED, 10, true);
  Add("fibo", v1::OPTIMISED, 40, true);
  Add("other", v1::OPTIMISED, 45, true);
  const std::vector<v1::Frame> frames = FramesOf(part_, names_, 10);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function(), "fibo");
  EXPECT_EQ(frames[0].cost(), 50);
}

}  // namespace
}  // namespace benchcell::codspeed
