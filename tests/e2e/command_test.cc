// Any command line, for real: files that are brought along, programs of the machine, metrics from
// outputs, an experiment that is written and run again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CommandTest : public testing::Test {
 protected:
  CommandTest() : benchcell_(testing::UnitTest::GetInstance()->current_test_info()->name()) {
    here_ = benchcell_.directory() / "here";
    EXPECT_TRUE(MakeFolder(here_).ok());
    benchcell_.WorkIn(here_);
  }

  void Put(const std::string& name, const std::string& content) {
    ASSERT_TRUE(MakeFolder((here_ / name).parent_path()).ok());
    ASSERT_TRUE(WriteFile(here_ / name, content).ok());
    fs::permissions(here_ / name, fs::perms::owner_all);
  }

  // Runs commands once each unless `flags` say otherwise.
  Finished Compare(const std::vector<std::string>& commands, std::vector<std::string> flags) {
    std::vector<std::string> words = {"run", "--rounds=1", "--runs=1"};
    for (const std::string& command : commands) words.push_back("--command=" + command);
    words.insert(words.end(), flags.begin(), flags.end());
    return benchcell_.Run(words);
  }

  json Stored() {
    const Finished report = benchcell_.Run({"report", "latest", "--format=json"});
    EXPECT_EQ(report.code, 0) << report.log;
    return json::parse(report.out)["run"];
  }

  // Values of a metric in the latest run, in the order in which they were measured.
  std::vector<double> Values(const std::string& metric) {
    std::vector<double> values;
    const json run = Stored();
    for (const json& record : run["record"]) {
      if (!record.contains("sample")) continue;
      for (const json& sample : record["sample"]) {
        if (sample["metric"] == metric) values.push_back(sample.value("value", 0.0));
      }
    }
    return values;
  }

  BenchcellProgram benchcell_;
  fs::path here_;
};

TEST_F(CommandTest, ComparesCommandLinesWithoutAnyFile) {
  Put("tool", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
  const Finished run = Compare({"build-a=./tool --old {size}", "build-b=./tool --new {size}"},
                               {"--axis=size=1,10,100", "--runs=2"});
  EXPECT_EQ(run.code, 0) << run.log;
  EXPECT_THAT(run.log, HasSubstr("bringing ./tool (29 B)"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("build-a against build-b"), HasSubstr("| size | build-a"),
                             HasSubstr("| 100 "), HasSubstr("shell none")));
  EXPECT_EQ(Stored()["record"].size(), 12u);
}

TEST_F(CommandTest, OneCommandHasNothingToCompareWith) {
  const Finished run = Compare({"printf x"}, {});
  EXPECT_EQ(run.code, 0) << run.log;
  EXPECT_THAT(run.out, AllOf(HasSubstr("printf"), Not(HasSubstr("interval"))));
}

TEST_F(CommandTest, PlanShowsCellsAndOrderAndRunsNothing) {
  const Finished plan =
      benchcell_.Run({"plan", "--command=a=printf {n}", "--command=b=printf {n}", "--axis=n=1,2"});
  EXPECT_EQ(plan.code, 0) << plan.log;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("2 cells, 2 builds, 2 rounds of 5 runs: 40 measured runs"),
                              HasSubstr("cell 1: n=2, shell=none"), HasSubstr("block 3:")));
  EXPECT_THAT(benchcell_.Run({"runs"}).out, IsEmpty());
}

TEST_F(CommandTest, AFailingCommandSaysHowAndTheOthersStand) {
  const std::vector<std::string> commands = {"good=printf x", "bad=sh -c 'echo lost >&2; exit 3'"};
  const Finished run = Compare(commands, {});
  EXPECT_EQ(run.code, 1) << run.log;
  EXPECT_THAT(run.out, AllOf(HasSubstr("bad: 1 of 1 run failed: exit code 3; expected 0"),
                             HasSubstr("lost"), Not(HasSubstr("good: 1 of 1"))));
  EXPECT_EQ(Compare(commands, {"--exit-codes=0,3", "--warmup=1"}).code, 0);
  EXPECT_EQ(Compare(commands, {"--ignore-failure", "--warmup=1"}).code, 0);
  EXPECT_EQ(Compare({"sh -c 'kill -9 $$'"}, {"--ignore-failure"}).code, 1) << "a signal";
}

TEST_F(CommandTest, EveryRunFindsTheInputsAsTheyWereBrought) {
  Put("data/text", "one");
  Put("spoil",
      "#!/bin/sh\n[ ! -e left ] && [ \"$(cat data/text)\" = one ] || exit 9\n"
      "echo two >data/text; touch left \"$HOME/left\"; [ -w . ]\n");
  const Finished fresh = Compare({"./spoil data"}, {"--runs=3", "--warmup=1"});
  EXPECT_EQ(fresh.code, 0) << fresh.out << fresh.log;
  const Finished kept = Compare({"./spoil data"}, {"--runs=2", "--keep-files"});
  EXPECT_EQ(kept.code, 1) << kept.log;
  EXPECT_THAT(kept.out, HasSubstr("1 of 2 runs failed: exit code 9"));
  EXPECT_EQ(*ReadFile(here_ / "data/text"), "one") << "the user's own is never touched";
  EXPECT_FALSE(fs::exists(here_ / "left"));
}

TEST_F(CommandTest, PreparationComesBeforeEveryRunAndWarmUp) {
  Put("count", "#!/bin/sh\nwc -l <log; echo >>log\n");
  const Finished run =
      Compare({"./count"}, {"--keep-files", "--prepare=sh -c 'echo >>log'", "--warmup=2",
                            "--runs=2", "--metric-from=lines=regex:[0-9]+"});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  EXPECT_THAT(Values("lines"), ElementsAre(5, 7));
  const Finished failed = Compare({"printf x"}, {"--prepare=sh -c 'echo no; exit 4'"});
  EXPECT_EQ(failed.code, 1);
  EXPECT_THAT(failed.out, AllOf(HasSubstr("preparing: exit code 4"), HasSubstr("no")));
}

TEST_F(CommandTest, MetricsComeFromOutputsAndFiles) {
  Put("tool",
      "#!/bin/sh\necho 'rate: 12.5 /s'; echo '{\"a\": [{\"b/c\": 7}]}' >&2\n"
      "mkdir out; echo 'peak 3e2' >'out/the file'\n");
  const Finished run =
      Compare({"./tool"}, {"--metric-from=rate[1/s,higher]=regex:^rate: (.*) /s$",
                           "--metric-from=b[By,lower]=stderr:json:/a/0/b~1c",
                           "--metric-from=peak=file:out/the file:regex:peak (.*)"});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  EXPECT_THAT(run.out, HasSubstr("Metric: rate, higher is better")) << "the first is shown";
  EXPECT_THAT(Values("rate"), ElementsAre(12.5));
  EXPECT_THAT(Values("b"), ElementsAre(7));
  EXPECT_THAT(Values("peak"), ElementsAre(300));
  EXPECT_THAT(Values("wall_time"), Each(testing::Gt(0)));
  const Finished other =
      Compare({"./tool"}, {"--metric-from=b=stderr:json:/a/0/b~1c", "--metric=b"});
  EXPECT_THAT(other.out, HasSubstr("Metric: b"));
}

TEST_F(CommandTest, AMetricThatIsNotThereIsAHarnessError) {
  const Finished run = Compare({"printf 'n=1 n=2'"}, {"--metric-from=n=regex:n=([0-9])"});
  EXPECT_EQ(run.code, 1) << run.log;
  EXPECT_THAT(run.out, AllOf(HasSubstr("harness error"), HasSubstr("finds two things")));
  EXPECT_THAT(Compare({"printf nan"}, {"--metric-from=n=regex:.+"}).out,
              HasSubstr("which is no finite number"));
}

TEST_F(CommandTest, AShellIsAskedForAndNamed) {
  Put("numbers", "3\n1\n2\n");
  const std::string pipe = "sort <numbers | head -n 1";
  const Finished refused = Compare({pipe}, {});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.log, AllOf(HasSubstr("character 6"), HasSubstr("--shell")));
  const Finished run = Compare({pipe}, {"--shell", "--metric-from=n=regex:.+"});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  EXPECT_THAT(run.log, HasSubstr("bringing ./numbers"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("by /bin/sh -c, whose start is part of what is measured"),
                             HasSubstr("shell /bin/sh")));
  EXPECT_THAT(Values("n"), ElementsAre(1));
}

TEST_F(CommandTest, AwkwardLevelsArriveAsTheyAre) {
  const std::string level = "a b | \"c\" 'd' $e\n\xF0\x9F\x98\x80 \xD7\xA9 {f}";
  const Finished run = Compare({"it=sh -c 'printf %s \"$1\" | wc -c' sh {text}"},
                               {"--axis=text=" + level + ",", "--metric-from=n=regex:[0-9]+"});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  EXPECT_THAT(Values("n"), ElementsAre(static_cast<double>(level.size()), 0));
  EXPECT_EQ(Stored()["cell"][0]["level"][0]["level"], level);
}

TEST_F(CommandTest, FoldersAboveKeepTheirPlace) {
  ASSERT_TRUE(WriteFile(benchcell_.directory() / "above", "up").ok());
  Put("deep/below", "down");
  Put("deep/tool", "#!/bin/sh\ncat ../../above ../deep/below below >all\ngrep -q updowndown all\n");
  benchcell_.WorkIn(here_ / "deep");
  const Finished run = Compare({"./tool ../../above ../deep/below below"}, {});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
}

TEST_F(CommandTest, AWrittenExperimentIsTheSameAgain) {
  Put("tool", "#!/bin/sh\nwc -c <data/in\n");
  Put("data/in", "12345");
  const std::string file = benchcell_.directory() / "elsewhere" / "again.textproto";
  ASSERT_TRUE(MakeFolder(fs::path(file).parent_path()).ok());
  const Finished run =
      Compare({"a=./tool", "b=cat data/in {f}"},
              {"--axis=f=/dev/null,-", "--warmup=1", "--write-experiment=" + file});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  const json first = Stored();
  benchcell_.WorkIn("/");
  const Finished again = benchcell_.Run({"run", file});
  EXPECT_EQ(again.code, 0) << again.out << again.log;
  const json second = Stored();
  EXPECT_NE(first["id"], second["id"]);
  EXPECT_EQ(first["digest"], second["digest"]);
  ASSERT_EQ(first["cell"].size(), second["cell"].size());
  for (size_t i = 0; i < first["cell"].size(); ++i) {
    EXPECT_EQ(first["cell"][i]["level"], second["cell"][i]["level"]);
    EXPECT_EQ(first["cell"][i]["build"], second["cell"][i]["build"]) << "the steps";
  }
  EXPECT_EQ(first["block"], second["block"]) << "the order";

  Put("data/in", "123456");
  const Finished changed = benchcell_.Run({"run", file});
  EXPECT_EQ(changed.code, 2);
  const std::string pinned = first["resolved"]["experiment"]["input"][0]["sha256"];
  EXPECT_THAT(changed.log, AllOf(HasSubstr("has changed: its digest is "),
                                 HasSubstr("the experiment pins " + pinned)));
}

TEST_F(CommandTest, AnotherProgramThanThePinnedIsNotMeasured) {
  const std::string file = here_ / "e.textproto";
  ASSERT_EQ(Compare({"sort /dev/null"}, {"--write-experiment=" + file}).code, 0);
  std::string text = *ReadFile(file);
  const size_t pin = text.find("\"sort=") + 6;
  ASSERT_NE(pin, std::string::npos + 6);
  const std::string pinned = text.substr(pin, 64);
  const std::string other(64, '0');
  ASSERT_TRUE(WriteFile(file, absl::StrReplaceAll(text, {{pinned, other}})).ok());
  const Finished run = benchcell_.Run({"run", file});
  EXPECT_EQ(run.code, 3) << run.out;
  EXPECT_THAT(run.log + run.out, AllOf(HasSubstr("sort (/usr/bin/sort) has the SHA-256 " + pinned),
                                       HasSubstr("the experiment pins " + other)));
}

TEST_F(CommandTest, TheExperimentThatComesAlongRuns) {
  benchcell_.WorkIn(".");
  const Finished run = benchcell_.Run({"run", "command-sort", "--rounds=1", "--runs=1"});
  EXPECT_EQ(run.code, 0) << run.out << run.log;
  EXPECT_THAT(run.out, AllOf(HasSubstr("numbers 100000"), HasSubstr("general")));
}

TEST_F(CommandTest, MistakesAreToldBeforeAnythingRuns) {
  const auto error = [&](const std::vector<std::string>& words) {
    const Finished finished = benchcell_.Run(words);
    EXPECT_EQ(finished.code, 2) << finished.log;
    return finished.log;
  };
  EXPECT_THAT(error({"run"}), HasSubstr("needs EXPERIMENT, or --command"));
  EXPECT_THAT(error({"run", "x", "--command=printf x"}), HasSubstr("expected one of the two"));
  EXPECT_THAT(error({"run", "x", "--axis=n=1"}), HasSubstr("--axis says something of --command"));
  EXPECT_THAT(error({"run", "--command=no-such-program"}), HasSubstr("there is no program"));
  EXPECT_THAT(error({"run", "--command=printf {n}"}), HasSubstr("{n}"));
  EXPECT_THAT(error({"run", "--command=printf x", "--axis=n=1"}), HasSubstr("no command uses"));
  EXPECT_THAT(error({"run", "--command=printf x", "--metric=wal_time"}),
              HasSubstr("(nearest valid name: \"wall_time\")"));
  EXPECT_THAT(benchcell_.Run({"runs"}).out, IsEmpty());
}

}  // namespace
}  // namespace benchcell
