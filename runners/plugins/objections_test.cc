#include "runners/plugins/objections.h"

#include <cmath>
#include <limits>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <typename Message>
Message Proto(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

v1::ExpandRequest Request() {
  return Proto<v1::ExpandRequest>(R"pb(
    experiment {
      build { name: 'old' }
      build { name: 'new' }
    }
    cell { level { axis: 'size' level: '1' } }
  )pb");
}

std::string PlanOf(const std::string& build, const std::string& role) {
  return "{ build: '" + build + "' step { when: EACH_RUN command { role: " + role +
         " argument: 'x' timeout { seconds: 1 } } } }";
}

std::string ObjectionTo(const std::string& response) {
  return ExpandObjection(Request(), Proto<v1::ExpandResponse>(response));
}

TEST(ExpandObjectionTest, CellsAreNumberedAndHaveAllBuildsInOrder) {
  const std::string old_plan = " build " + PlanOf("old", "MEASURE");
  const std::string new_plan = " build " + PlanOf("new", "MEASURE");
  EXPECT_THAT(ObjectionTo("cell {" + old_plan + new_plan + "}"), IsEmpty());
  EXPECT_THAT(ObjectionTo(""), HasSubstr("no cells and no reason"));
  EXPECT_THAT(ObjectionTo("cell { index: 1" + old_plan + new_plan + "}"), HasSubstr("misnumbered"));
  EXPECT_THAT(ObjectionTo("cell { level { axis: 'size' level: '1' } " + old_plan + "}"),
              HasSubstr("left a build out for size=1"));
  EXPECT_THAT(ObjectionTo("cell {" + new_plan + old_plan + "}"), HasSubstr("order of builds"));
  EXPECT_THAT(ObjectionTo("cell {" + old_plan + " build " + PlanOf("new", "PRIME") + "}"),
              HasSubstr("0 commands of role MEASURE in EACH_RUN; exactly one is what a run is (for "
                        ", build new)"));
}

TEST(ExpandObjectionTest, DiscoveriesAreOfKnownBuildsAndOnce) {
  EXPECT_THAT(ObjectionTo("discover " + PlanOf("old", "DISCOVER")), IsEmpty());
  EXPECT_THAT(ObjectionTo("discover " + PlanOf("other", "DISCOVER")), HasSubstr("no build of"));
  EXPECT_THAT(ObjectionTo("discover " + PlanOf("old", "MEASURE")),
              HasSubstr("0 commands of role DISCOVER"));
  v1::ExpandRequest second = Request();
  second.add_discovered()->set_build("old");
  EXPECT_THAT(
      ExpandObjection(second, Proto<v1::ExpandResponse>("discover " + PlanOf("old", "DISCOVER"))),
      HasSubstr("a second time"));
}

// Of a plugin with the metrics `total`, one value a run, and `each`, one a benchmark.
std::string ObjectionTo(const v1::ParseResponse& answer) {
  const auto description = Proto<v1::PluginDescription>(
      "metric { name: 'total' scope: RUN } metric { name: 'each' scope: BENCHMARK }");
  return ParseObjection(description.metric(), answer);
}

std::string ParseObjectionTo(const std::string& answer) {
  return ObjectionTo(Proto<v1::ParseResponse>(answer));
}

TEST(ParseObjectionTest, StatusIsOneOfAPlugins) {
  EXPECT_THAT(ParseObjectionTo("status: OK"), IsEmpty());
  EXPECT_THAT(ParseObjectionTo("status: HARNESS_ERROR"), IsEmpty());
  EXPECT_THAT(ParseObjectionTo("status: GENUINE_FAILURE"), IsEmpty());
  EXPECT_THAT(ParseObjectionTo(""), HasSubstr("RUN_STATUS_UNSPECIFIED"));
  EXPECT_THAT(ParseObjectionTo("status: LOST"), HasSubstr("status LOST"));
}

TEST(ParseObjectionTest, SamplesAreOfDeclaredMetricsInTheirScope) {
  EXPECT_THAT(ParseObjectionTo("status: OK sample { metric: 'total' value: 1 }"
                               "sample { metric: 'each' benchmark: 'b' value: 1 }"),
              IsEmpty());
  EXPECT_THAT(ParseObjectionTo("status: OK sample { metric: 'speed' value: 1 }"),
              HasSubstr("\"speed\", a metric that it does not describe"));
  EXPECT_THAT(ParseObjectionTo("status: OK sample { metric: 'each' value: 1 }"),
              HasSubstr("not that metric's scope"));
  EXPECT_THAT(ParseObjectionTo("status: OK sample { metric: 'total' benchmark: 'b' value: 1 }"),
              HasSubstr("not that metric's scope"));
}

TEST(ParseObjectionTest, NumbersAreFinite) {
  auto answer = Proto<v1::ParseResponse>("status: OK sample { metric: 'total' }");
  answer.mutable_sample(0)->set_value(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(ObjectionTo(answer), HasSubstr("not a finite number"));
  answer = Proto<v1::ParseResponse>(
      "status: OK profile { metric: 'total' frame { function: 'f' kind: RUNTIME } }");
  EXPECT_THAT(ObjectionTo(answer), IsEmpty());
  answer.mutable_profile(0)->mutable_frame(0)->set_cost(HUGE_VAL);
  EXPECT_THAT(ObjectionTo(answer), HasSubstr("\"f\" costs no finite number"));
}

TEST(ParseObjectionTest, FramesHaveAKind) {
  EXPECT_THAT(
      ParseObjectionTo("status: OK profile { metric: 'total' frame { function: 'f' cost: 1 } }"),
      HasSubstr("\"f\" has no kind"));
}

TEST(ParseObjectionTest, ABenchmarkFailsOrIsMeasured) {
  EXPECT_THAT(
      ParseObjectionTo("status: OK benchmark_failure { benchmark: 'b' status: GENUINE_FAILURE }"),
      IsEmpty());
  EXPECT_THAT(ParseObjectionTo("status: OK benchmark_failure { benchmark: 'b' status: TIMEOUT }"),
              HasSubstr("status TIMEOUT"));
  EXPECT_THAT(ParseObjectionTo("status: OK benchmark_failure { status: GENUINE_FAILURE }"),
              HasSubstr("which is no name"));
  EXPECT_THAT(ParseObjectionTo("status: OK sample { metric: 'each' benchmark: 'b' value: 1 }"
                               "benchmark_failure { benchmark: 'b' status: GENUINE_FAILURE }"),
              HasSubstr("gave a sample of it"));
}

v1::Metric MetricCalled(const std::string& name) {
  v1::Metric metric;
  metric.set_name(name);
  metric.set_unit("1");
  metric.set_direction(v1::NEUTRAL);
  metric.set_scope(v1::RUN);
  return metric;
}

TEST(MetricsObjection, MetricsOfAnExperimentAreWholeAndNew) {
  v1::PluginDescription description;
  *description.add_metric() = MetricCalled("time");
  v1::ExpandResponse response;
  EXPECT_EQ(MetricsObjection(description.metric(), response.metric()), "");
  *response.add_metric() = MetricCalled("rate");
  *response.add_metric() = MetricCalled("size");
  EXPECT_EQ(MetricsObjection(description.metric(), response.metric()), "");
  response.mutable_metric(1)->set_name("rate");
  EXPECT_EQ(MetricsObjection(description.metric(), response.metric()),
            "gave two metrics the name \"rate\"");
  response.mutable_metric(1)->set_name("time");
  EXPECT_EQ(MetricsObjection(description.metric(), response.metric()),
            "gave two metrics the name \"time\"");
  for (const auto& spoil : {+[](v1::Metric& metric) { metric.clear_name(); },
                            +[](v1::Metric& metric) { metric.clear_unit(); },
                            +[](v1::Metric& metric) { metric.clear_direction(); },
                            +[](v1::Metric& metric) { metric.clear_scope(); }}) {
    *response.mutable_metric(1) = MetricCalled("size");
    spoil(*response.mutable_metric(1));
    EXPECT_NE(MetricsObjection(description.metric(), response.metric()).find("lacks its name"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace benchcell
