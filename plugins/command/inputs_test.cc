#include "plugins/command/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/command/testing.h"

namespace benchcell::command {
namespace {

using testing::HasSubstr;

v1::Experiment WithInputs(const std::vector<std::string>& names) {
  v1::Experiment experiment;
  for (const std::string& name : names) experiment.add_input()->set_name(name);
  return experiment;
}

TEST(WorkingDirectory, IsAsDeepAsInputsLeadUp) {
  EXPECT_EQ(*WorkingDirectory(WithInputs({})), "work");
  EXPECT_EQ(*WorkingDirectory(WithInputs({"tool", "a/../b", "."})), "work");
  EXPECT_EQ(*WorkingDirectory(WithInputs({"../a", "../../b/c", "d"})), "work/in/in");
  v1::Experiment of_a_build;
  of_a_build.add_build();
  of_a_build.add_build()->add_input()->set_name("../x");
  EXPECT_EQ(*WorkingDirectory(of_a_build), "work/in") << "for all builds the same";
}

TEST(WorkingDirectory, NamesAreRelativePaths) {
  for (const char* name :
       {"", "/etc/passwd", "..", "../..", "a/../..", "../../../../../../../../../too/high"}) {
    EXPECT_THAT(std::string(WorkingDirectory(WithInputs({name})).status().message()),
                HasSubstr("expected the relative path"))
        << name;
  }
}

TEST(PlaceOf, FollowsPathsAndStaysWithinReach) {
  EXPECT_EQ(*PlaceOf("./tool", "work"), "work/tool");
  EXPECT_EQ(*PlaceOf("data/", "work"), "work/data");
  EXPECT_EQ(*PlaceOf("../x/y", "work/in"), "work/x/y");
  EXPECT_EQ(*PlaceOf(".", "work/in"), "work/in");
  EXPECT_THAT(std::string(PlaceOf("../x", "work").status().message()), HasSubstr("leads out"));
  EXPECT_FALSE(PlaceOf("../worktop", "work").ok());
}

TEST(InputsOf, AreThoseOfBuildAndCell) {
  const v1::ExpandRequest request = RequestFor(R"(
    input { name: "tool" label: "./old" }
    input { name: "data" label: "small" when { axis: "n" level: "1" } }
    input { name: "more" label: "more" when { axis: "n" level: "2" } }
    build { name: "a" }
    build { name: "b" input { name: "tool" label: "./new" } }
    grid { axis { name: "n" level: "1" level: "2" } })");
  const auto inputs = InputsOf(request, request.cell(0), request.experiment().build(1), "work");
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  ASSERT_EQ(inputs->size(), 2u);
  EXPECT_EQ(inputs->at(0).path, "work/data");
  EXPECT_EQ(inputs->at(1).path, "work/tool");
  EXPECT_EQ(inputs->at(1).bundle->label(), "./new");
  EXPECT_TRUE(Covers(*inputs, "work/data/deep/file"));
  EXPECT_TRUE(Covers(*inputs, "work/tool"));
  EXPECT_FALSE(Covers(*inputs, "work/tools"));
}

TEST(InputsOf, OneInsideOfAnotherIsRefused) {
  const v1::ExpandRequest request = RequestFor(R"(
    input { name: "data" label: "a" }
    input { name: "./data/x" label: "b" }
    build { name: "a" }
    grid {})");
  EXPECT_THAT(std::string(InputsOf(request, request.cell(0), request.experiment().build(0), "work")
                              .status()
                              .message()),
              HasSubstr("\"work/data/x\" lies inside of that at \"work/data\""));
}

}  // namespace
}  // namespace benchcell::command
