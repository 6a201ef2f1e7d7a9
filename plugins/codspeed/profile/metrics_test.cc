#include "plugins/codspeed/profile/metrics.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace benchcell::codspeed {
namespace {

TEST(MetricsTest, EachHasAnOwnNameAndSpeaksOfBenchmarks) {
  std::set<std::string> names;
  for (const ProfileMode mode : {ProfileMode::kSimulation, ProfileMode::kWalltime}) {
    for (const v1::Metric& metric : MetricsOf(mode)) {
      EXPECT_TRUE(names.insert(metric.name()).second) << metric.name();
      EXPECT_EQ(metric.scope(), v1::BENCHMARK);
      EXPECT_FALSE(metric.unit().empty());
      EXPECT_FALSE(metric.description().empty());
      EXPECT_NE(metric.direction(), v1::DIRECTION_UNSPECIFIED);
    }
  }
  EXPECT_EQ(MetricsOf(ProfileMode::kSimulation)[0].name(), kInstructions);
  EXPECT_EQ(MetricsOf(ProfileMode::kWalltime)[0].name(), kWallTime);
}

TEST(MetricsTest, CountsAreExactAndTimesAreNot) {
  for (const v1::Metric& metric : MetricsOf(ProfileMode::kSimulation)) {
    EXPECT_EQ(metric.exact(), metric.unit() == "1") << metric.name();
    EXPECT_EQ(metric.comparable_size(), 3) << metric.name();
  }
  for (const v1::Metric& metric : MetricsOf(ProfileMode::kWalltime)) EXPECT_FALSE(metric.exact());
}

TEST(MetricsTest, EveryEventIsAMetric) {
  std::set<std::string> described;
  for (const v1::Metric& metric : MetricsOf(ProfileMode::kSimulation)) {
    described.insert(metric.name());
  }
  for (const char* event : {"Ir", "Dr", "Dw", "I1mr", "D1mr", "D1mw", "ILmr", "DLmr", "DLmw",
                            "sysCount", "sysTime", "sysCpuTime", "Ct", "Cl"}) {
    const std::optional<EventMetric> metric = MetricOfEvent(event);
    ASSERT_TRUE(metric.has_value()) << event;
    EXPECT_EQ(described.erase(std::string(metric->metric)), 1u) << event;
  }
  EXPECT_TRUE(described.empty());
  EXPECT_EQ(MetricOfEvent("sysTime")->scale, 1e-9);
  EXPECT_EQ(MetricOfEvent("Ct")->scale, 0.01);
  EXPECT_FALSE(MetricOfEvent("Ge").has_value());
}

TEST(MetricsTest, ModesHaveTheRunnersNames) {
  EXPECT_EQ(ModeName(ProfileMode::kSimulation), "simulation");
  EXPECT_EQ(ModeName(ProfileMode::kWalltime), "walltime");
}

}  // namespace
}  // namespace benchcell::codspeed
