#include "runners/plugin_check/plugin_check.h"

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kExperiment[] = R"(
name: "faulty"
title: "for tests"
plugin: "faulty"
build { name: "old" }
build { name: "new" }
grid { axis { name: "size" level: "1" level: "2" } }
protocol { rounds: 1 runs: 1 }
)";

class PluginCheckTest : public ::testing::Test {
 protected:
  PluginCheckTest() {
    fs::create_directories(folder_ / "recorded" / "good");
    fs::create_directories(folder_ / "scratch");
    Write("recorded/good/stdout", "1234567\n");
    Write("recorded/good/request.json",
          R"({"build": "old", "record": {"exit": {"code": 0}, "usage": {"wallNs": "5"}}})");
  }
  ~PluginCheckTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& content) {
    EXPECT_TRUE(WriteFile(folder_ / name, content).ok());
  }

  Findings Check(const std::string& fault,
                 std::vector<ExampleExperiment> experiments = {{"faulty.textproto", kExperiment}}) {
    PluginUnderCheck plugin;
    plugin.name = "faulty";
    plugin.options.command = {"runners/plugin_check/faulty_plugin", fault};
    // Only a plugin that hangs takes so long.
    plugin.options.timeout = absl::Seconds(10);
    plugin.options.max_line_bytes = 1 << 20;
    const auto findings =
        CheckPlugin(plugin, {std::move(experiments), folder_ / "recorded", folder_ / "scratch"});
    EXPECT_TRUE(findings.ok()) << findings.status();
    return *findings;
  }

  // `rule: detail` of all that is broken.
  std::vector<std::string> Broken(const std::string& fault) {
    std::vector<std::string> broken;
    const Findings findings = Check(fault);
    for (const Finding& finding : findings.all()) {
      if (finding.verdict == Verdict::kBroken) {
        broken.push_back(absl::StrCat(finding.rule, ": ", finding.detail));
      }
    }
    return broken;
  }

  const fs::path folder_ = fs::path(::testing::TempDir()) /
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(PluginCheckTest, ARightOneHoldsInAll) {
  EXPECT_THAT(Broken("none"), IsEmpty());
  EXPECT_EQ(Check("none").Count(Verdict::kNotChecked), 0u);
}

TEST_F(PluginCheckTest, SaysWhatItCouldNotCheck) {
  fs::remove_all(folder_ / "recorded");
  const Findings findings = Check("none", {});
  std::vector<std::string> not_checked;
  for (const Finding& finding : findings.all()) {
    if (finding.verdict == Verdict::kNotChecked) not_checked.push_back(finding.rule);
  }
  EXPECT_THAT(not_checked,
              ElementsAre(HasSubstr("expands an experiment"), HasSubstr("parses a good run")));
}

TEST_F(PluginCheckTest, AnExperimentThatIsNone) {
  const Findings findings = Check("none", {{"odd.textproto", "name: 1"}});
  EXPECT_EQ(findings.Count(Verdict::kBroken), 1u);
  EXPECT_THAT(FindingsText(findings), HasSubstr("odd.textproto:1:7"));
}

TEST_F(PluginCheckTest, ARecordedRequestThatIsNone) {
  Write("recorded/good/request.json", "{");
  PluginUnderCheck plugin;
  EXPECT_THAT(
      std::string(CheckPlugin(plugin, {{}, folder_ / "recorded", folder_}).status().message()),
      HasSubstr("good/request.json"));
}

TEST_F(PluginCheckTest, AProgramThatIsNone) {
  PluginUnderCheck plugin;
  plugin.name = "none";
  plugin.options.command = {"/no/such/program"};
  const auto findings = CheckPlugin(plugin, {{}, folder_, folder_});
  ASSERT_TRUE(findings.ok());
  EXPECT_THAT(FindingsText(*findings), HasSubstr("FAILED  describes itself: "));
  EXPECT_THAT(FindingsText(*findings), HasSubstr("/no/such/program"));
}

// Each fault breaks one rule, and the detail says how.
TEST_F(PluginCheckTest, Describing) {
  EXPECT_THAT(Broken("no-unit"),
              ElementsAre(HasSubstr("describes what it measures: metric \"rate\" has no `unit`")));
  EXPECT_THAT(Broken("describes-by-process"),
              ElementsAre(HasSubstr("another process described itself otherwise")));
}

TEST_F(PluginCheckTest, Lines) {
  EXPECT_THAT(Broken("silent-on-nonsense"),
              ::testing::Contains(HasSubstr("it answered {}; expected {\"error\"")));
  EXPECT_THAT(Broken("goes-on"), ElementsAre(HasSubstr("ends when its input ends: goes on 10s")));
  EXPECT_THAT(Broken("ends-badly"), ElementsAre(HasSubstr("ended with exit code 7")));
}

TEST_F(PluginCheckTest, Expanding) {
  EXPECT_THAT(Broken("refuses"), ElementsAre(HasSubstr("not today")));
  EXPECT_THAT(Broken("expands-by-process"),
              ElementsAre(HasSubstr("expands faulty.textproto the same again: another process")));
  EXPECT_THAT(Broken("measures-twice"),
              ElementsAre(HasSubstr("planned 2 commands of role MEASURE")));
  EXPECT_THAT(Broken("leaves-directory"), ElementsAre(HasSubstr("\"../up\", which holds `..`")));
  EXPECT_THAT(Broken("hangs-on-unknown-level"),
              ElementsAre(HasSubstr("with unknown levels: plugin \"faulty\"")));
}

TEST_F(PluginCheckTest, Parsing) {
  EXPECT_THAT(Broken("undescribed-metric"),
              ElementsAre(HasSubstr("it gave a sample of \"speed\"")));
  EXPECT_THAT(Broken("parses-by-process"), ElementsAre(HasSubstr("read something else")));
  EXPECT_THAT(Broken("no-message"), ::testing::Contains(HasSubstr("no `message`")));
}

TEST_F(PluginCheckTest, SpoiledOutputs) {
  EXPECT_THAT(Broken("crashes-on-empty"),
              ::testing::Contains(HasSubstr("that is empty: raw output \"stdout\"")));
  EXPECT_THAT(Broken("floods-on-empty"), ::testing::Contains(HasSubstr("that is empty")));
  EXPECT_THAT(Broken("takes-half"),
              ::testing::Contains(
                  HasSubstr("cut in half: raw output \"stdout\": it says OK and other numbers")));
  EXPECT_THAT(Broken("ignores-exit"),
              ElementsAre(HasSubstr("counts no run whose program failed: it says OK of a run that "
                                    "ended with exit code 3")));
}

}  // namespace
}  // namespace benchcell
