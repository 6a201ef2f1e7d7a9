// What the author of a plugin does, from nothing to a table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class PluginKitTest : public testing::Test {
 protected:
  PluginKitTest() : benchcell_(testing::UnitTest::GetInstance()->current_test_info()->name()) {
    benchcell_.UseWritableRoot();
  }

  // Of the plugin `hello`.
  fs::path File(const std::string& name) { return benchcell_.root() / "plugins" / "hello" / name; }

  Finished RunExample() {
    return benchcell_.Run({"run", File("hello_example.textproto"), "--rounds=1", "--runs=2",
                           "--bundles=fixtures/experiments/quickstart.bundles.json"});
  }

  BenchcellProgram benchcell_;
};

TEST_F(PluginKitTest, FromNothingToATable) {
  const Finished made = benchcell_.Run({"plugins", "new", "hello"});
  ASSERT_EQ(made.code, 0) << made.log;
  EXPECT_THAT(made.out, HasSubstr("./benchcell plugins check hello"));
  EXPECT_THAT(benchcell_.Run({"plugins"}).out, HasSubstr("hello 1: "));

  const Finished checked = benchcell_.Run({"plugins", "check", "hello"});
  EXPECT_EQ(checked.code, 0) << checked.log;
  EXPECT_THAT(checked.out, HasSubstr(" 0 failed, 0 not checked"));

  const Finished measured = RunExample();
  EXPECT_EQ(measured.code, 0) << measured.log;
  EXPECT_THAT(measured.out, HasSubstr("| kilobytes |"));
  EXPECT_THAT(measured.out, HasSubstr("| 4096 "));
  const Finished rates = benchcell_.Run({"report", "latest", "--metric=hash_rate"});
  EXPECT_THAT(rates.out, HasSubstr("higher is better"));

  // What it measured becomes what it is checked with.
  const Finished recorded = benchcell_.Run({"plugins", "record", "latest"});
  EXPECT_EQ(recorded.code, 0) << recorded.log;
  const Finished again = benchcell_.Run({"plugins", "check", "hello"});
  EXPECT_EQ(again.code, 0) << again.out;
  EXPECT_THAT(again.out, HasSubstr("cell0-build0-OK: OK, wall_time"));
  EXPECT_EQ(benchcell_.Run({"plugins", "record", "latest"}).code, 3) << "nothing is overwritten";
}

TEST_F(PluginKitTest, ABrokenPluginFailsAloneAndByName) {
  ASSERT_EQ(benchcell_.Run({"plugins", "new", "hello"}).code, 0);
  ASSERT_TRUE(AppendToFile(File("hello.mjs"), "\nthis is no JavaScript\n").ok());
  const Finished checked = benchcell_.Run({"plugins", "check", "hello"});
  EXPECT_EQ(checked.code, 1);
  EXPECT_THAT(checked.out, HasSubstr("SyntaxError"));
  const Finished measured = RunExample();
  EXPECT_EQ(measured.code, 3);
  EXPECT_THAT(measured.log, HasSubstr("plugin \"hello\""));
  EXPECT_THAT(measured.log, HasSubstr("SyntaxError"));
  const Finished listed = benchcell_.Run({"plugins"});
  EXPECT_EQ(listed.code, 3);
  EXPECT_THAT(listed.out, HasSubstr("vitest "));
  EXPECT_THAT(listed.log, HasSubstr("plugin \"hello\""));
}

TEST_F(PluginKitTest, APluginThatFailsInOneCellFailsThatCell) {
  ASSERT_EQ(benchcell_.Run({"plugins", "new", "hello"}).code, 0);
  const std::string text = *ReadFile(File("hello.mjs"));
  const std::string parse = "function parse({ record = {}, rawOutput = [] }) {";
  ASSERT_THAT(text, HasSubstr(parse));
  std::string broken = text;
  broken.replace(text.find(parse), parse.size(),
                 "function parse({ cell, record = {}, rawOutput = [] }) {\n"
                 "  if (cell.level[0].level === '64') process.exit(5)\n");
  ASSERT_TRUE(WriteFile(File("hello.mjs"), broken).ok());
  const Finished measured = RunExample();
  EXPECT_EQ(measured.code, 1) << measured.log;
  EXPECT_THAT(measured.out, HasSubstr("ended with exit code 5"));
  EXPECT_THAT(measured.out, HasSubstr("| 4096 "));
  EXPECT_THAT(measured.out, Not(HasSubstr("4096: ")));
}

TEST_F(PluginKitTest, InCppItIsAddedToWhatIsBuilt) {
  ASSERT_EQ(benchcell_.Run({"plugins", "new", "hello", "--language=cpp"}).code, 0);
  EXPECT_THAT(*ReadFile(File("hello.cc")), HasSubstr("name: 'hello'"));
  EXPECT_THAT(*ReadFile(benchcell_.root() / "BUILD.bazel"),
              HasSubstr("        \"//plugins/hello:hello_plugin\",\n"));
}

TEST_F(PluginKitTest, RefusesWhatCantBe) {
  const auto expect_refused = [&](const std::vector<std::string>& words, const char* message) {
    const Finished finished = benchcell_.Run(words);
    EXPECT_EQ(finished.code, 2) << finished.out;
    EXPECT_THAT(finished.log, HasSubstr(message));
  };
  expect_refused({"plugins", "new", "Hello!"}, "lower-case letters");
  expect_refused({"plugins", "new", "vitest"}, "there already");
  expect_refused({"plugins", "new", "hello", "--language=rust"}, "\"js\"");
  expect_refused({"plugins", "new"}, "takes the name");
  expect_refused({"plugins", "chek", "vitest"}, "\"check\"");
  expect_refused({"plugins", "check", "vitets"}, "\"vitest\"");
  expect_refused({"plugins", "check", "plugins"}, "is a folder");
  expect_refused({"plugins", "check", "vitest", "no.textproto"}, "no.textproto");
}

}  // namespace
}  // namespace benchcell
