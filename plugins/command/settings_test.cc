#include "plugins/command/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/command/testing.h"

namespace benchcell::command {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

absl::StatusOr<Settings> Read(const std::string& experiment) {
  const v1::ExpandRequest request = RequestFor("grid {} " + experiment);
  return SettingsOf(request.experiment(), request.experiment().build(0));
}

TEST(SettingsOf, HasDefaults) {
  const auto settings = Read(R"(build { parameter { name: "command" value: "x" } })");
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(settings->command, "x");
  EXPECT_FALSE(settings->prepare.has_value());
  EXPECT_EQ(settings->warmup, 0u);
  EXPECT_FALSE(settings->kept_files);
  EXPECT_FALSE(settings->network);
  EXPECT_THAT(settings->reading.good_exits, ElementsAre(0));
  EXPECT_EQ(settings->timeout, absl::Minutes(10));
}

TEST(SettingsOf, TheBuildsOwnComeLastAndWin) {
  const auto settings = Read(R"(
    parameter { name: "warmup" value: "2" }
    parameter { name: "exit" value: "0,3" }
    parameter { name: "files" value: "kept" }
    parameter { name: "network" value: "true" }
    parameter { name: "environment" value: "A=1" }
    parameter { name: "environment" value: "B=1" }
    parameter { name: "program" value: "a=b=00" }
    parameter { name: "metric" value: "n[s]=regex:x" }
    parameter { name: "metric" value: "m[s]=regex:x" }
    build {
      parameter { name: "command" value: "x" }
      parameter { name: "warmup" value: "5" }
      parameter { name: "environment" value: "A=2" }
      parameter { name: "program" value: "a=b=11" }
      parameter { name: "metric" value: "n[s]=stderr:regex:y" }
    })");
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(settings->warmup, 5u);
  EXPECT_THAT(settings->reading.good_exits, ElementsAre(0, 3));
  EXPECT_TRUE(settings->kept_files);
  EXPECT_TRUE(settings->network);
  ASSERT_EQ(settings->environment.size(), 3u);
  EXPECT_EQ(settings->environment[2].value(), "2");
  EXPECT_THAT(settings->programs, ElementsAre(Pair("a=b", "11")));
  ASSERT_EQ(settings->reading.metrics.size(), 2u);
  EXPECT_EQ(settings->reading.metrics[0].source, "stderr");
}

TEST(SettingsOf, MistakesOfAMetricAreTold) {
  const auto with = [](const std::string& metric) {
    return std::string(
        Read("parameter { name: 'metric' value: '" + metric + "' } build {}").status().message());
  };
  EXPECT_THAT(with("n=regex:("), HasSubstr("no regular expression"));
  EXPECT_THAT(with("wall_time=regex:x"), HasSubstr("wall_time is always measured"));
}

TEST(MetricNames, AreThoseOfAllBuildsOfThisPluginsExperiments) {
  v1::Experiment experiment = RequestFor(R"(
    plugin: "command" grid {}
    build { parameter { name: "metric" value: "n=regex:x" } }
    build { parameter { name: "metric" value: "n=regex:y" } }
    parameter { name: "metric" value: "m=json:/x" })")
                                  .experiment();
  EXPECT_THAT(MetricNames(experiment), ElementsAre("m", "n"));
  experiment.set_plugin("vitest");
  EXPECT_THAT(MetricNames(experiment), IsEmpty());
}

TEST(ReadingText, ComesBack) {
  Reading reading;
  reading.good_exits = {0, 255};
  reading.metric_texts = {"n[s,lower]=regex:\"(\xF0\x9F\x98\x80)\n\"", "m=json:/x"};
  const auto read = ReadingFromText(ReadingToText(reading));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->good_exits, reading.good_exits);
  EXPECT_EQ(read->metric_texts, reading.metric_texts);
  EXPECT_EQ(read->metrics[1].pattern, "/x");
  reading.good_exits = {};
  EXPECT_THAT(ReadingFromText(ReadingToText(reading))->good_exits, IsEmpty());
}

TEST(ReadingText, NothingElseIsTaken) {
  for (const char* text : {"", "{", "[]", "{}", R"({"exit":[0]})", R"({"exit":[-1],"metric":[]})",
                           R"({"exit":["0"],"metric":[]})", R"({"exit":[0],"metric":[1]})",
                           R"({"exit":[0],"metric":["x"]})", R"({"exit":{},"metric":[]})"}) {
    EXPECT_FALSE(ReadingFromText(text).ok()) << text;
  }
}

}  // namespace
}  // namespace benchcell::command
