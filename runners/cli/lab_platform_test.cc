#include "runners/cli/lab_platform.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

v1::LabStatus Lab(const std::vector<std::string>& platforms) {
  v1::LabStatus lab;
  for (const std::string& platform : platforms) {
    lab.add_machine()->mutable_machine()->mutable_facts()->set_platform(platform);
  }
  return lab;
}

v1::Experiment OfClass(const std::string& machine_class) {
  v1::Experiment experiment;
  experiment.set_machine_class(machine_class);
  return experiment;
}

TEST(PlatformForTest, TheClassDecides) {
  EXPECT_EQ(*PlatformFor(OfClass("linux-arm64"), Lab({"linux-x64"})), "linux-arm64");
  EXPECT_EQ(*PlatformFor(OfClass("apple-m4-pro"), Lab({})), "darwin-arm64");
}

TEST(PlatformForTest, WithoutAClassTheMachinesDoIfTheyAgree) {
  EXPECT_EQ(*PlatformFor(OfClass(""), Lab({"linux-x64", "linux-x64"})), "linux-x64");
  const auto none = PlatformFor(OfClass(""), Lab({}));
  EXPECT_THAT(std::string(none.status().message()), testing::HasSubstr("start an agent"));
  const auto several = PlatformFor(OfClass(""), Lab({"linux-x64", "darwin-arm64"}));
  EXPECT_THAT(std::string(several.status().message()),
              testing::HasSubstr("darwin-arm64 and linux-x64"));
}

TEST(PlatformForTest, AnyMachineMeansThoseThatAreThere) {
  v1::Experiment experiment = OfClass("linux-arm64");
  experiment.set_any_machine(true);
  EXPECT_EQ(*PlatformFor(experiment, Lab({"linux-x64"})), "linux-x64");
  EXPECT_EQ(*PlatformFor(experiment, Lab({"linux-x64", "linux-arm64"})), "linux-arm64");
  EXPECT_FALSE(PlatformFor(experiment, Lab({"linux-x64", "darwin-arm64"})).ok());
}

TEST(PlatformForTest, AMachineThatIsAwayDecidesOnlyIfNoneIsThere) {
  v1::LabStatus lab = Lab({"linux-x64", "linux-arm64"});
  lab.mutable_machine(1)->set_away(true);
  EXPECT_EQ(*PlatformFor(OfClass(""), lab), "linux-x64");
  lab.mutable_machine(0)->set_away(true);
  EXPECT_FALSE(PlatformFor(OfClass(""), lab).ok());
}

}  // namespace
}  // namespace benchcell
