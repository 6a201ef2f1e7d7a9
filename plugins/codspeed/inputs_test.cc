#include "plugins/codspeed/inputs.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(InputsTest, EachBuildHasItsVitest) {
  v1::ExpandRequest request = TestRequest();
  SetParameter("files", "src/ more/", request.mutable_experiment()->mutable_parameter());
  v1::Build& five = *request.mutable_experiment()->mutable_build(1);
  SetParameter("config", "five.mts", five.mutable_parameter());
  SetParameter("suppressExportGetterWarnings", "true", five.mutable_parameter());

  const auto first = InputsOf(request, request.experiment().build(0));
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->vitest, 4);
  EXPECT_EQ(first->packages->sha256(), "FOUR");
  EXPECT_EQ(first->isolation, Isolation::kBenchmark);
  EXPECT_THAT(first->files, ElementsAre("src/", "more/"));
  EXPECT_EQ(first->config, "");
  EXPECT_EQ(first->processor, "x86_64");
  EXPECT_EQ(first->timeout, absl::Seconds(90));

  const auto second = InputsOf(request, five);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->vitest, 5);
  EXPECT_EQ(second->config, "five.mts");
  EXPECT_EQ(second->suppress_warnings, "true");
}

TEST(InputsTest, OtherProcessorsAreTold) {
  v1::ExpandRequest request = TestRequest();
  request.set_platform("linux-arm64");
  for (v1::Bundle& bundle : *request.mutable_bundle()) bundle.set_platform("any");
  EXPECT_EQ(InputsOf(request, request.experiment().build(0))->processor, "aarch64");
}

struct Refused {
  std::string name;
  std::function<void(v1::ExpandRequest&)> change;
  std::string words;
};

class RefusedInputsTest : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedInputsTest, SaysWhatIsWrong) {
  v1::ExpandRequest request = TestRequest();
  GetParam().change(request);
  const auto inputs = InputsOf(request, request.experiment().build(0));
  ASSERT_FALSE(inputs.ok());
  EXPECT_THAT(std::string(inputs.status().message()), HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedInputsTest,
    ::testing::Values(
        Refused{"Platform", [](auto& request) { request.set_platform("darwin-arm64"); },
                "valgrind, which doesn't run node on darwin-arm64"},
        Refused{
            "NoPackages",
            [](auto& request) { request.mutable_experiment()->mutable_build(0)->clear_input(); },
            "no input \"packages\""},
        Refused{"NoVersion", [](auto& request) { request.mutable_bundle(2)->clear_facts(); },
                "//vitest4 does not say which vitest"},
        Refused{"OldVitest",
                [](auto& request) {
                  (*request.mutable_bundle(2)->mutable_facts())["vitest"] = "3.2.0";
                },
                "has vitest 3.2.0; expected vitest 4 or 5"},
        Refused{"NoPlugin",
                [](auto& request) {
                  request.mutable_bundle(2)->mutable_facts()->erase("@codspeed/vitest-plugin");
                },
                "no @codspeed/vitest-plugin"},
        Refused{"OptionOfFive",
                [](auto& request) {
                  SetParameter("suppressExportGetterWarnings", "true",
                               request.mutable_experiment()->mutable_parameter());
                },
                "vitest 4 has no option"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace benchcell::codspeed
