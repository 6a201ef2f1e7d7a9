#include "plugins/codspeed/expand.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Levels(const v1::ExpandResponse& response) {
  std::vector<std::string> levels;
  for (const v1::Cell& cell : response.cell()) {
    EXPECT_EQ(cell.level_size(), 1);
    EXPECT_EQ(cell.index(), levels.size());
    EXPECT_EQ(cell.build_size(), 2);
    levels.push_back(cell.level(0).axis() + "=" + cell.level(0).level());
  }
  return levels;
}

std::string Reason(const v1::BuildPlan& plan) {
  for (const v1::Step& step : plan.step()) {
    if (step.write_file().path() == "reason.txt") return step.write_file().content();
  }
  return "";
}

std::string OnlyRefusal(const v1::ExpandRequest& request) {
  const v1::ExpandResponse response = Expand(request, Assets());
  EXPECT_EQ(response.cell_size(), 0);
  EXPECT_EQ(response.discover_size(), 0);
  return response.refusal_size() == 1 ? response.refusal(0).message() : "not one refusal";
}

class ExpandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    *request_.add_discovered() = DiscoveredOf(
        "four", Report(Entry("a", "x") + "," + Entry("a", "y") + "," + Entry("b", "z", "skip")));
    *request_.add_discovered() = DiscoveredOf(
        "five", Report(Entry("a", "new") + "," + Entry("a", "x") + "," + Entry("a", "y", "todo")));
  }

  v1::ExpandRequest request_ = TestRequest();
};

TEST_F(ExpandTest, FirstEveryBuildIsAsked) {
  request_.clear_discovered();
  const v1::ExpandResponse response = Expand(request_, Assets());
  ASSERT_EQ(response.discover_size(), 2);
  EXPECT_EQ(response.discover(1).build(), "five");
  EXPECT_EQ(response.cell_size(), 0);
}

TEST_F(ExpandTest, EveryBenchmarkThatAnyBuildHasIsACell) {
  const v1::ExpandResponse response = Expand(request_, Assets());
  EXPECT_THAT(Levels(response), ElementsAre("benchmark=a::group::x", "benchmark=a::group::y",
                                            "benchmark=a::group::new"));
  EXPECT_EQ(Reason(response.cell(0).build(1)), "");
  EXPECT_EQ(Reason(response.cell(1).build(1)), "the package of this build skips this benchmark");
  EXPECT_EQ(Reason(response.cell(2).build(0)), "the package of this build has no such benchmark");
}

TEST_F(ExpandTest, AWantedBenchmarkIsTheOnlyCell) {
  request_.mutable_cell(0)->mutable_level(0)->set_level("a::group::y");
  EXPECT_THAT(Levels(Expand(request_, Assets())), ElementsAre("benchmark=a::group::y"));
  request_.mutable_cell(0)->mutable_level(0)->set_level("a::group::yy");
  EXPECT_THAT(OnlyRefusal(request_), HasSubstr("nearest valid name: \"a::group::y\""));
}

TEST_F(ExpandTest, FilesAreCellsIfIsolationSaysSo) {
  SetParameter(kIsolation, "FILE", request_.mutable_experiment()->mutable_parameter());
  EXPECT_THAT(Levels(Expand(request_, Assets())), ElementsAre("file=a"));
  request_.mutable_cell(0)->mutable_level(0)->set_level("a::group::y");
  EXPECT_THAT(OnlyRefusal(request_), HasSubstr("whole files are measured"));
}

TEST_F(ExpandTest, IsolationIsTheSameForAllBuilds) {
  SetParameter(kIsolation, "FILE",
               request_.mutable_experiment()->mutable_build(1)->mutable_parameter());
  EXPECT_THAT(OnlyRefusal(request_), HasSubstr("builds four and five have different values"));
}

TEST_F(ExpandTest, APackageThatCantBeAskedIsRefusedWithItsLastWords) {
  v1::Discovered& five = *request_.mutable_discovered(1);
  five.clear_raw_output();
  five.mutable_record()->mutable_exit()->set_code(1);
  *five.add_raw_output() = OutputOf("stderr", "Error: Cannot find package 'vite'");
  const std::string refusal = OnlyRefusal(request_);
  EXPECT_THAT(refusal, HasSubstr("exit code 1"));
  EXPECT_THAT(refusal, HasSubstr("a package is missing"));
  EXPECT_THAT(refusal, HasSubstr("Cannot find package 'vite'"));
}

TEST_F(ExpandTest, APackageWithoutBenchmarksIsRefused) {
  *request_.mutable_discovered(1) = DiscoveredOf("five", Report(""));
  EXPECT_THAT(OnlyRefusal(request_), HasSubstr("found no benchmark in the package"));
  *request_.mutable_discovered(1) =
      DiscoveredOf("five", Report("", R"({"file":"a","message":"no such export","stack":""})"));
  EXPECT_THAT(OnlyRefusal(request_), HasSubstr("no such export"));
}

TEST_F(ExpandTest, EqualRequestsGetEqualAnswers) {
  EXPECT_EQ(Expand(request_, Assets()).SerializeAsString(),
            Expand(request_, Assets()).SerializeAsString());
}

}  // namespace
}  // namespace benchcell::codspeed
