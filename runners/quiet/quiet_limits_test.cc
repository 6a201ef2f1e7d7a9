#include "runners/quiet/quiet_limits.h"

#include <functional>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

using Sentences = std::vector<std::string>;

v1::QuietSample Sample(double busy_processors, int processors) {
  v1::QuietSample sample;
  sample.set_busy_processors(busy_processors);
  sample.set_busy_share(busy_processors / processors);
  sample.set_runnable(-1);
  sample.set_load_average(-1);
  sample.set_throttled(-1);
  return sample;
}

TEST(IsQuiet, AMachineAtRestIs) {
  EXPECT_TRUE(IsQuiet(Sample(0, 2), {}));
  EXPECT_TRUE(IsQuiet(Sample(0.02, 2), {}));
  EXPECT_TRUE(IsQuiet(v1::QuietSample(), {}));
}

TEST(IsQuiet, OnAFewProcessorsTheShareCounts) {
  EXPECT_TRUE(IsQuiet(Sample(0.09, 2), {}));
  EXPECT_FALSE(IsQuiet(Sample(0.11, 2), {}));
}

TEST(IsQuiet, OnManyProcessorsHalfOfOneIsTheLimit) {
  EXPECT_TRUE(IsQuiet(Sample(0.49, 64), {}));
  EXPECT_FALSE(IsQuiet(Sample(0.97, 64), {}));
}

TEST(Disturbances, NameTheBusiestProcesses) {
  v1::QuietSample sample = Sample(1.25, 2);
  const auto add = [&](const char* name, double processors) {
    v1::BusyProcess& process = *sample.add_process();
    process.set_name(name);
    process.set_processors(processors);
  };
  EXPECT_EQ(Disturbances(sample, {}),
            Sentences{"other programs kept 1.25 processors busy (at most 0.10)"});
  add("cc1plus", 0.98);
  add("make", 0.04);
  EXPECT_EQ(Disturbances(sample, {}),
            Sentences{"other programs kept 1.25 processors busy (at most 0.10): cc1plus 0.98, make "
                      "0.04"});
}

TEST(Disturbances, OneSentenceForEachLimit) {
  struct Case {
    std::function<void(v1::QuietSample&)> at_limit;
    std::function<void(v1::QuietSample&)> beyond;
    const char* sentence;
  };
  const Case cases[] = {
      {[](auto& s) { s.set_steal_share(0.01); }, [](auto& s) { s.set_steal_share(0.034); },
       "a hypervisor took 3.4 % of the processors' time (at most 1.0 %)"},
      {[](auto& s) { s.set_waiting_processors(0.2); },
       [](auto& s) { s.set_waiting_processors(0.8); },
       "0.80 processors waited for a disk (at most 0.20)"},
      {[](auto& s) { s.set_runnable(1); }, [](auto& s) { s.set_runnable(5); },
       "5 threads ran or were ready to (at most 1)"},
      {[](auto& s) { s.set_throttled(0); }, [](auto& s) { s.set_throttled(3); },
       "heat slowed the processors down, counted 3 times"},
      {[](auto& s) { s.set_speed_limit(100); }, [](auto& s) { s.set_speed_limit(80); },
       "heat leaves the processors 80 % of their speed"},
      {[](auto& s) { s.set_heat_level(0); }, [](auto& s) { s.set_heat_level(2); },
       "the system warns of heat, level 2"},
  };
  for (const Case& one : cases) {
    v1::QuietSample sample = Sample(0, 2);
    one.at_limit(sample);
    EXPECT_TRUE(IsQuiet(sample, {})) << one.sentence;
    one.beyond(sample);
    EXPECT_EQ(Disturbances(sample, {}), Sentences{one.sentence});
  }
}

TEST(Disturbances, AllAreTold) {
  v1::QuietSample sample = Sample(2, 2);
  sample.set_steal_share(0.5);
  sample.set_runnable(9);
  EXPECT_EQ(Disturbances(sample, {}).size(), 3);
}

TEST(Disturbances, TheLoadAverageIsNotJudged) {
  v1::QuietSample sample = Sample(0, 2);
  sample.set_load_average(12);
  EXPECT_TRUE(IsQuiet(sample, {}));
}

TEST(Disturbances, LimitsCanBeWider) {
  QuietLimits limits;
  limits.busy_share = 1;
  limits.busy_processors = 2;
  EXPECT_TRUE(IsQuiet(Sample(1.5, 2), limits));
}

}  // namespace
}  // namespace benchcell
