#include "runners/design/validate.h"

#include <gtest/gtest.h>

#include <string>

#include "runners/design/testing.h"

namespace benchcell {
namespace {

// A valid experiment, a statement a line, so that tests can replace one.
const char kHead[] = R"(name: "quick-start"
plugin: "vitest"
input { name: "node" label: "//toolchains/node:24.22.1" }
input { name: "app" label: "//fixtures/apps:a" when { axis: "app" level: "a" } }
input { name: "app" label: "//fixtures/apps:b" when { axis: "app" level: "b" } }
parameter { name: "files" value: "10" }
)";
const char kBuilds[] =
    R"(build { name: "5.0.5" input { name: "vitest" label: "//npm:vitest-5.0.5" } }
build { name: "5.1.0" input { name: "vitest" label: "//npm:vitest-5.1.0" } }
)";
const char kGrids[] =
    R"(grid { axis { name: "app" level: ["a", "b"] } axis { name: "pool" level: "forks" } }
grid { axis { name: "app" level: "a" } axis { name: "maxWorkers" level: "25%" } }
)";
const char kProtocol[] = R"(protocol { rounds: 2 runs: 5 seed: 3 timeout { seconds: 60 } }
)";
const char kPublished[] = R"(published {
  tolerance_points: 5
  row { level { axis: "app" level: "b" } change { build: "5.1.0" percent: -32 round_percent: -27 } }
}
)";

std::string Text(const std::string& head = kHead, const std::string& builds = kBuilds,
                 const std::string& grids = kGrids, const std::string& protocol = kProtocol,
                 const std::string& published = kPublished) {
  return head + builds + grids + protocol + published;
}

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// All errors of the text.
std::string Errors(const std::string& text) {
  const auto experiment = Validate(text, "e.textproto", TestPlugin());
  EXPECT_FALSE(experiment.ok());
  EXPECT_EQ(experiment.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(experiment.status().message());
}

// Errors of the valid text with one replacement.
std::string Errors(const std::string& from, const std::string& to) {
  return Errors(Replace(Text(), from, to));
}

TEST(ValidateTest, AGoodExperimentIsReturnedAsWritten) {
  const auto experiment = Validate(Text(), "e.textproto", TestPlugin());
  ASSERT_TRUE(experiment.ok()) << experiment.status();
  EXPECT_EQ(experiment->name(), "quick-start");
  EXPECT_EQ(experiment->build_size(), 2);
  EXPECT_EQ(experiment->grid_size(), 2);
  EXPECT_EQ(experiment->published().row(0).change(0).percent(), -32);
}

TEST(ValidateTest, UnknownFieldsAreToldWithTheNearestOfTheirMessage) {
  EXPECT_EQ(Errors("rounds: 2", "round: 2"),
            "e.textproto:11:12: unknown field \"round\" of Protocol; expected one of \"rounds\", "
            "\"runs\", \"order\", \"seed\", \"timeout\", \"compare_unlike\" (nearest valid name: "
            "\"rounds\")");
  EXPECT_EQ(Errors("plugin:", "plugn:").substr(0, 53),
            "e.textproto:2:1: unknown field \"plugn\" of Experiment;");
}

TEST(ValidateTest, AllErrorsAreToldInTheOrderOfTheText) {
  std::string text = Replace(Text(), "rounds: 2", "rouns: 2");
  text = Replace(text, "pool", "pol");
  text = Replace(text, "seed: 3", "seed: -3");
  text = Replace(text, "\"25%\"", "\"0\"");
  text = Replace(text, "quick-start", "Quick Start");
  EXPECT_EQ(
      Errors(text),
      "e.textproto:1:1: the name of the experiment is \"Quick Start\"; expected lower case letters "
      "and digits, with single dashes between them\n"
      "e.textproto:9:54: unknown axis \"pol\"; expected one of \"app\", \"pool\", \"maxWorkers\", "
      "\"state\" (nearest valid name: \"pool\")\n"
      "e.textproto:10:73: unknown level \"0\" of the axis \"maxWorkers\"; expected a number or a "
      "percentage, or \"default\"\n"
      "e.textproto:11:12: unknown field \"rouns\" of Protocol; expected one of \"rounds\", "
      "\"runs\", \"order\", \"seed\", \"timeout\", \"compare_unlike\" (nearest valid name: "
      "\"rounds\")\n"
      "e.textproto:11:35: found -; expected integer");
}

TEST(ValidateTest, Syntax) {
  EXPECT_EQ(Errors("build { name: \"5.1.0\" }}"), "e.textproto:1:24: found }; expected a name");
  EXPECT_EQ(Errors("name: \"a\nb\"").substr(0, 18), "e.textproto:1:9: S");
  EXPECT_EQ(Errors("build {\n  name: \"a\"\n").substr(0, 17), "e.textproto:3:1: ");
  EXPECT_EQ(Errors("runs: 5", "runs: \"5\""), "e.textproto:11:28: found \"5\"; expected integer");
  EXPECT_EQ(Errors("runs: 5", "runs: 99999999999"),
            "e.textproto:11:28: found 99999999999; expected a smaller number");
  EXPECT_EQ(Errors("runs: 5", "runs: 5 runs: 6"),
            "e.textproto:11:30: the field \"runs\" occurs again; expected it once");
  EXPECT_EQ(Errors("runs: 5", "runs: 5 order: BALANCED"),
            "e.textproto:11:37: unknown value BALANCED of order; expected BALANCED_PAIRS or "
            "AS_PUBLISHED");
}

TEST(ValidateTest, BytesThatAreNotUtf8AreToldWithTheirPlace) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(Errors("\"quick-start\"", "\"quick\xFF\""),
            "e.textproto:1:13: found the byte \\xff, which is no text here; expected plain UTF-8 "
            "text");
  EXPECT_EQ(Errors("\"quick-start\"", "\"quick\\377\""),
            "e.textproto:1:1: name has the byte \\xff, which isn't UTF-8 there; expected plain "
            "UTF-8 text, also from escapes");
  EXPECT_EQ(Errors("\"25%\"", "\"\\x80\""),
            "e.textproto:10:66: level has the byte \\x80, which isn't UTF-8 there; expected plain "
            "UTF-8 text, also from escapes");
  EXPECT_EQ(ReadPluginName("plugin: \"a\\377\"", "e").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ValidateTest, DeepNestingIsRefusedBeforeItIsParsed) {
  for (const std::string open : {"grid { ", "unknown { ", "unknown: [ ", "unknown < "}) {
    std::string text;
    for (int i = 0; i < 20000; ++i) text += open;
    EXPECT_NE(Errors(text).find(" inside of 50 others; expected at most 50 levels"),
              std::string::npos);
    EXPECT_FALSE(ReadPluginName(text, "e").ok());
  }
}

TEST(ValidateTest, ReadingGoesOnAfterAMistakenValue) {
  std::string text = Replace(Text(), "rounds: 2", "rounds : 'a\\'}b'");
  text = Replace(text, "tolerance_points: 5", "tolerance_points: { }");
  text =
      Replace(text, "timeout { seconds: 60 }", "timeout { seconds: 60 } timeout { seconds: 61 }");
  text = Replace(text, "name: \"node\"", "name: node");
  EXPECT_EQ(Errors(text),
            "e.textproto:3:15: found node; expected string\n"
            "e.textproto:11:21: found 'a\\'}b'; expected integer\n"
            "e.textproto:11:69: the field \"timeout\" occurs again; expected it once\n"
            "e.textproto:13:21: found {; expected double");
}

TEST(ValidateTest, LevelsInAListAreFoundInTheirPlace) {
  EXPECT_EQ(Errors("[\"a\", \"b\"]", "[\"a\", \"b\", \"a\"]"),
            "e.textproto:9:45: the axis \"app\" has the level \"a\" twice; expected each level "
            "once");
  EXPECT_EQ(Errors("level: \"forks\"", "level: [\"forks\", \"thread\"]"),
            "e.textproto:9:84: unknown level \"thread\" of the axis \"pool\"; expected one of "
            "\"forks\", \"threads\", \"vmThreads\" (nearest valid name: \"threads\")");
}

TEST(ValidateTest, Grids) {
  EXPECT_EQ(
      Errors("axis { name: \"pool\" level: \"forks\" }", "axis { name: \"app\" level: \"c\" }"),
      "e.textproto:9:54: the grid has the axis \"app\" twice; expected each axis once");
  EXPECT_EQ(Errors("axis { name: \"pool\" level: \"forks\" }", "axis { name: \"pool\" }"),
            "e.textproto:9:47: the axis \"pool\" has no level; expected at least one");
  EXPECT_EQ(Errors("\"25%\"", "\"default\""),
            "e.textproto:10:1: the cell app=a, pool=forks, maxWorkers=default, state=warm occurs "
            "again; expected every cell once");
  EXPECT_EQ(Errors("grid { axis { name: \"app\" level: \"a\" } axis { name: \"maxWorkers\"",
                   "grid { axis { name: \"maxWorkers\""),
            "e.textproto:10:1: the grid doesn't name the axis \"app\"; expected a level for it, "
            "since it has no default");
  EXPECT_EQ(Errors(Text(kHead, kBuilds, "", kProtocol, "")),
            "e.textproto:1:1: the experiment has no grid; expected at least one (an empty one, "
            "grid {}, is the cell at the default of every axis)");
}

TEST(ValidateTest, Builds) {
  EXPECT_EQ(Errors(Text(kHead, "", kGrids, kProtocol, "")),
            "e.textproto:1:1: the experiment has no build; expected at least one, the baseline "
            "first");
  EXPECT_EQ(Errors("build { name: \"5.1.0\"", "build { name: \"5.0.5\""),
            "e.textproto:8:9: another build, in line 7, is called \"5.0.5\", too; expected a name "
            "of its own\n"
            "e.textproto:14:51: unknown build \"5.1.0\"; expected one of \"5.0.5\", \"5.0.5\" "
            "(nearest valid name: \"5.0.5\")");
  EXPECT_EQ(Errors("build { name: \"5.0.5\"", "build { name: \"a,b\""),
            "e.textproto:7:9: the name of the build is \"a,b\"; expected words without commas or "
            "control characters, with single spaces between them");
}

TEST(ValidateTest, Inputs) {
  EXPECT_EQ(Errors("input { name: \"node\"", "input { name: \"nod\""),
            "e.textproto:3:9: unknown input \"nod\"; expected one of \"node\", \"app\", \"vitest\" "
            "(nearest valid name: \"node\")\n"
            "e.textproto:7:1: the build \"5.0.5\" lacks the input \"node\" in at least one cell; "
            "expected it in the build or for all builds\n"
            "e.textproto:8:1: the build \"5.1.0\" lacks the input \"node\" in at least one cell; "
            "expected it in the build or for all builds");
  EXPECT_EQ(Errors("//fixtures/apps:a", "fixtures/apps:a"),
            "e.textproto:4:21: the label is \"fixtures/apps:a\"; expected a Bazel label, such as "
            "\"//package:name\", a path that starts with ./, ../ or /, or \"--source\"");
  EXPECT_TRUE(
      Validate(Replace(Text(), "//fixtures/apps:a", "--source"), "e.textproto", TestPlugin()).ok());
  EXPECT_EQ(Errors("when { axis: \"app\" level: \"b\" }", ""),
            "e.textproto:5:1: the input \"app\" is given again, first in line 4; expected it once "
            "for every cell and build");
}

TEST(ValidateTest, InputsForCellsThatAreNot) {
  EXPECT_EQ(Errors("axis: \"app\" level: \"b\"", "axis: \"ap\" level: \"b\""),
            "e.textproto:5:55: unknown axis \"ap\"; expected one of \"app\", \"pool\", "
            "\"maxWorkers\", \"state\" (nearest valid name: \"app\")");
  EXPECT_EQ(
      Errors("axis: \"app\" level: \"b\"", "axis: \"app\" level: \"zz\""),
      "e.textproto:5:67: no cell stands at the level \"zz\" of the axis \"app\"; expected one "
      "of \"a\", \"b\"");
  EXPECT_EQ(
      Errors("{ name: \"vitest\" label: \"//npm:vitest-5.1.0\" }",
             "{ name: \"vitest\" label: \"//npm:v\" when { axis: \"pool\" level: \"threads\" } }"),
      "e.textproto:8:83: no cell stands at the level \"threads\" of the axis \"pool\"; "
      "expected \"forks\"");
  // For cells that only the run discovers, any level may be one of theirs.
  v1::PluginDescription plugin = TestPlugin();
  plugin.set_discovers_cells(true);
  const std::string text = Replace(
      Text(), "parameter {",
      "input { name: \"app\" label: \"//:c\" when { axis: \"app\" level: \"c\" } }\nparameter {");
  EXPECT_FALSE(Validate(text, "e", TestPlugin()).ok());
  EXPECT_TRUE(Validate(text, "e", plugin).ok());
}

TEST(ValidateTest, Parameters) {
  EXPECT_EQ(Errors("\"10\"", "\"ten\""),
            "e.textproto:6:27: the parameter \"files\" is \"ten\"; expected a whole number");
  EXPECT_EQ(Errors("\"files\"", "\"file\""),
            "e.textproto:6:13: unknown parameter \"file\"; expected one of \"files\", \"flags\" "
            "(nearest valid name: \"files\")");
  EXPECT_EQ(Errors("build { name: \"5.1.0\"",
                   "build { parameter { name: \"files\" value: \"3\" } name: \"5.1.0\""),
            "e.textproto:8:9: the parameter \"files\" is given again, first in line 6; expected it "
            "once for every cell and build");
}

TEST(ValidateTest, ImpossibleNumbers) {
  EXPECT_EQ(Errors("rounds: 2", "rounds: 0"),
            "e.textproto:11:12: rounds is 0; expected a number from 1 to 1000");
  EXPECT_EQ(Errors("runs: 5", "runs: 1001"),
            "e.textproto:11:22: runs is 1001; expected a number from 1 to 1000");
  EXPECT_EQ(Errors(Text(kHead, kBuilds, kGrids, "")),
            "e.textproto:1:1: rounds is missing; expected a number from 1 to 1000\n"
            "e.textproto:1:1: runs is missing; expected a number from 1 to 1000");
  EXPECT_EQ(Errors("seconds: 60", "seconds: 0"),
            "e.textproto:11:38: the timeout is 0 s; expected more than 0 and at most 30 days");
  EXPECT_EQ(Errors("seconds: 60", "seconds: -1"),
            "e.textproto:11:38: the timeout is -1 s; expected more than 0 and at most 30 days");
  EXPECT_EQ(Errors("seconds: 60", "seconds: 1 nanos: -5"),
            "e.textproto:11:59: nanos of the timeout is -5; expected a number from 0 to 999999999");
  EXPECT_EQ(Errors("seconds: 60", "nanos: 1000000000"),
            "e.textproto:11:48: nanos of the timeout is 1000000000; expected a number from 0 to "
            "999999999");
  EXPECT_TRUE(Validate(Replace(Text(), "seconds: 60", "nanos: 999999999"), "e", TestPlugin()).ok());
  EXPECT_EQ(Errors("tolerance_points: 5", "tolerance_points: 0"),
            "e.textproto:13:3: the tolerance is 0 percentage points; expected a number above 0");
  EXPECT_EQ(Errors("percent: -32", "percent: -100"),
            "e.textproto:14:66: percent is -100; expected a number above -100");
  EXPECT_EQ(Errors("percent: -32", "percent: nan"),
            "e.textproto:14:66: percent is nan; expected a number above -100");
  EXPECT_EQ(Errors("percent: -32", "percent: -32 about_zero: true"),
            "e.textproto:14:66: percent is -32 beside about_zero; expected one of the two");
}

TEST(ValidateTest, AChangeHasAFigure) {
  const std::string figures = " percent: -32 round_percent: -27";
  const std::string error =
      "e.textproto:14:42: the change has no figure; expected percent or about_zero";
  EXPECT_EQ(Errors(figures, ""), error);
  EXPECT_EQ(Errors(figures, " about_zero: false"), error);
  EXPECT_EQ(Errors(figures, " round_percent: -27"), error);
  for (const std::string figure : {" percent: 0", " about_zero: true"}) {
    EXPECT_TRUE(Validate(Replace(Text(), figures, figure), "e", TestPlugin()).ok()) << figure;
  }
}

TEST(ValidateTest, ACauseIsHeldAgainstOnlyByDirection) {
  const std::string change = "percent: -32";
  const std::string by_direction = "published {\n  standard: DIRECTION";
  const std::string caused = Replace(Text(), change, "percent: -32 cause: HARNESS");
  EXPECT_EQ(Errors(caused),
            "e.textproto:14:79: the change has a cause, which is held against nothing by size; "
            "expected standard: DIRECTION in published, or no cause");
  EXPECT_TRUE(Validate(Replace(caused, "published {", by_direction), "e", TestPlugin()).ok());
  EXPECT_EQ(
      Errors(Replace(Replace(caused, "published {", by_direction), change, "about_zero: true")),
      "e.textproto:15:83: the change has a cause beside about_zero; expected one of the two");
  EXPECT_EQ(Errors("percent: -32", "percent: -32 cause: COMPILER"),
            "e.textproto:14:86: unknown value COMPILER of cause; expected INTERPRETER, BASELINE, "
            "OPTIMISED, RUNTIME or HARNESS");
  EXPECT_EQ(Errors("percent: -32", "percent: -32 cause: 9"),
            "e.textproto:14:79: cause is 9; expected INTERPRETER, BASELINE, OPTIMISED, RUNTIME or "
            "HARNESS");
  EXPECT_EQ(Errors("tolerance_points: 5", "tolerance_points: 5 standard: 9"),
            "e.textproto:13:23: standard is 9; expected SIZE or DIRECTION");
}

TEST(ValidateTest, MachineClassesAreThoseOfToolchainsPlatforms) {
  EXPECT_EQ(Errors("parameter {", "machine_class: \"linux-x46\" parameter {"),
            "e.textproto:6:1: unknown machine class \"linux-x46\"; expected one of "
            "\"apple-m4-pro\", \"linux-arm64\", \"linux-x64\" (nearest valid name: "
            "\"linux-x64\"), or none for any machine");
  EXPECT_EQ(Errors("parameter {", "\n  machine_class: \"mainframe\" parameter {"),
            "e.textproto:7:3: unknown machine class \"mainframe\"; expected one of "
            "\"apple-m4-pro\", \"linux-arm64\", \"linux-x64\", or none for any machine");
  for (const std::string name : {"", "linux-x64", "apple-m4-pro"}) {
    const std::string text =
        Replace(Text(), "parameter {", "machine_class: \"" + name + "\" parameter {");
    EXPECT_TRUE(Validate(text, "e", TestPlugin()).ok()) << name;
  }
}

TEST(ValidateTest, PublishedRowsNameOneCell) {
  EXPECT_EQ(Errors("row { level { axis: \"app\" level: \"b\" }",
                   "row { level { axis: \"app\" level: \"a\" }"),
            "e.textproto:14:3: the row names 2 cells, the first two app=a, pool=forks, "
            "maxWorkers=default, state=warm and app=a, pool=forks, maxWorkers=25%, state=warm; "
            "expected exactly one cell: add levels that tell them apart");
  EXPECT_EQ(
      Errors("row { level { axis: \"app\" level: \"b\" }",
             "row { level { axis: \"app\" level: \"c\" }"),
      "e.textproto:14:3: the row names app=c, which is no cell of the grids; expected exactly "
      "one cell");
  EXPECT_EQ(Errors("row {",
                   "row { level { axis: \"app\" level: \"b\" } level { axis: \"pool\" level: "
                   "\"forks\" } }\n  row {"),
            "e.textproto:15:3: the row in line 14 names the same cell; expected one row for a "
            "cell");
  EXPECT_EQ(Errors("change { build: \"5.1.0\"", "change { build: \"5.10\""),
            "e.textproto:14:51: unknown build \"5.10\"; expected one of \"5.0.5\", \"5.1.0\" "
            "(nearest valid name: \"5.1.0\")");
  EXPECT_EQ(Errors("change { build: \"5.1.0\"", "change { build: \"5.0.5\""),
            "e.textproto:14:51: the change is one of the baseline \"5.0.5\"; expected a later "
            "build");
  EXPECT_EQ(Errors("change {", "value { build: \"5.1.0\" seconds: 0 } change {"),
            "e.textproto:14:65: seconds is 0; expected a number above 0");
}

TEST(ValidateTest, APluginWithABrokenPatternIsItsOwnFault) {
  v1::PluginDescription plugin = TestPlugin();
  plugin.mutable_axis(0)->set_pattern("(");
  EXPECT_EQ(Validate(Text(), "e", plugin).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(ValidateTest, ReadsOnlyTheNameOfThePlugin) {
  const auto plugin = ReadPluginName("name: \"x\"\nbogus: 1\n  plugin: \"vites\"\n", "e.textproto");
  ASSERT_TRUE(plugin.ok()) << plugin.status();
  EXPECT_EQ(plugin->name, "vites");
  EXPECT_EQ(std::string(UnknownPlugin(*plugin, "e.textproto", {"command", "vitest"}).message()),
            "e.textproto:3:3: unknown plugin \"vites\"; expected one of \"command\", \"vitest\" "
            "(nearest valid name: \"vitest\")");
}

TEST(ValidateTest, WithoutAPluginTheReasonIsTold) {
  EXPECT_EQ(std::string(ReadPluginName("name: \"x\"", "e").status().message()),
            "e:1:1: the experiment names no plugin; expected one, such as plugin: \"vitest\"");
  EXPECT_EQ(std::string(ReadPluginName("name }", "e").status().message()).substr(0, 7), "e:1:6: ");
}

TEST(ValidateTest, NoTextIsTooMuch) {
  // Whatever the bytes, an answer: every beginning of the good text, and each of its bytes changed.
  const std::string good = Text();
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(Validate(good.substr(0, i), "e", TestPlugin()).ok() && i + 1 < good.size() / 2);
    std::string changed = good;
    changed[i] = static_cast<char>(changed[i] ^ 0x11);
    const auto result = Validate(changed, "e", TestPlugin());
    EXPECT_TRUE(result.ok() || !result.status().message().empty());
  }
}

// Errors of an experiment for a plugin with free axes; `more` stands in line 4.
std::string FreeErrors(const std::string& more) {
  const auto read = Validate(
      "name: 'x' plugin: 'command' protocol { rounds: 1 runs: 1 }\n"
      "build { name: 'a' }\n"
      "parameter { name: 'command' value: 'x' }\n" +
          more + "\n",
      "e", FreePlugin());
  return std::string(read.status().message());
}

TEST(ValidateTest, FreeAxesTakeAnyNameAndLevel) {
  EXPECT_EQ(FreeErrors("grid { axis { name: 'gr\xC3\xB6\xC3\x9F"
                       "e-1.x' level: 'a\\nb' level: '' } }"),
            "");
  for (const std::string name : {"", "a b", "a=b", "a,b", "a|b", "{a}", "a\\n"}) {
    EXPECT_NE(FreeErrors("grid { axis { name: '" + name + "' level: '1' } }")
                  .find("expected a name without white space"),
              std::string::npos)
        << name;
  }
  EXPECT_EQ(FreeErrors("grid { axis { name: 'a' level: '\\0' } }"),
            "e:4:25: the axis \"a\" has the level \"\\x00\"; expected text without zero bytes");
  EXPECT_EQ(
      FreeErrors("grid { axis { name: 'shell' level: 'bash' } }"),
      "e:4:36: unknown level \"bash\" of the axis \"shell\"; expected one of \"none\", \"sh\" "
      "(nearest valid name: \"sh\")");
}

TEST(ValidateTest, RepeatedParametersMayStandAgain) {
  EXPECT_EQ(FreeErrors("grid {} parameter { name: 'variable' value: 'A=1' } "
                       "parameter { name: 'variable' value: 'A=2' }"),
            "");
  EXPECT_EQ(
      FreeErrors("grid {} parameter { name: 'command' value: 'y' }"),
      "e:4:9: the parameter \"command\" is given again, first in line 3; expected it once for "
      "every cell and build");
}

TEST(ValidateTest, InputsMayBePaths) {
  const std::string digest(64, 'a');
  for (const char* label : {"./tool", "../data/x", "/opt/tool", ".", "..", "--source"}) {
    EXPECT_EQ(FreeErrors("grid {} input { name: 'any/name' label: '" + std::string(label) +
                         "' sha256: '" + digest + "' }"),
              "")
        << label;
  }
  EXPECT_EQ(FreeErrors("grid {} input { name: 'x' label: './x' sha256: 'A' }"),
            "e:4:40: the sha256 is \"A\"; expected 64 lower-case hexadecimal digits");
  EXPECT_EQ(FreeErrors("grid {} input { name: 'x' label: '//p:x' sha256: '" + digest + "' }"),
            "e:4:42: the input \"//p:x\" has a sha256; expected none, for its pin has one already");
  EXPECT_EQ(FreeErrors("grid {} input { name: 'x' label: './x' } input { name: 'x' label: './y' }"),
            "e:4:42: the input \"x\" is given again, first in line 4; expected it once for every "
            "cell and build");
}

}  // namespace
}  // namespace benchcell
