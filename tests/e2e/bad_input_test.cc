// What a user gets who asks for something that can't be.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class BadInputTest : public testing::Test {
 protected:
  BadInputTest()
      : benchcell_(testing::UnitTest::GetInstance()->current_test_info()->name()),
        tiny_(*ReadFile("tests/e2e/tiny.textproto")) {}

  // Runs the tiny experiment with `from` replaced by `to`.
  Finished RunWith(const std::string& from, const std::string& to) {
    EXPECT_THAT(tiny_, HasSubstr(from));
    const fs::path file = benchcell_.directory() / "changed.textproto";
    EXPECT_TRUE(WriteFile(file, absl::StrReplaceAll(tiny_, {{from, to}})).ok());
    return benchcell_.Run({"run", file, "--bundles=tests/e2e/tiny.bundles.json"});
  }

  void ExpectRefused(const Finished& finished, const std::string& place, const std::string& words) {
    EXPECT_EQ(finished.code, 2) << finished.log;
    EXPECT_THAT(finished.log, HasSubstr(place));
    EXPECT_THAT(finished.log, HasSubstr(words));
    EXPECT_THAT(finished.out, IsEmpty());
    EXPECT_THAT(benchcell_.Run({"runs"}).out, IsEmpty()) << "nothing is stored";
  }

  BenchcellProgram benchcell_;
  const std::string tiny_;
};

TEST_F(BadInputTest, UnknownField) {
  ExpectRefused(RunWith("rounds: 1", "round: 1"), "changed.textproto:23:12", "\"rounds\"");
}

TEST_F(BadInputTest, UnknownAxis) {
  ExpectRefused(RunWith("name: \"pool\"", "name: \"pol\""), "changed.textproto:17:", "\"pool\"");
}

TEST_F(BadInputTest, UnknownLevel) {
  ExpectRefused(RunWith("\"forks\"", "\"fork\""), "changed.textproto:17:", "\"forks\"");
}

TEST_F(BadInputTest, UnknownPlugin) {
  ExpectRefused(RunWith("\"vitest\"\ninput", "\"vitets\"\ninput"),
                "changed.textproto:4:", "\"vitest\"");
}

TEST_F(BadInputTest, UnknownBuildInThePublishedTable) {
  ExpectRefused(RunWith("change { build: \"5.1.0\"", "change { build: \"5.1\""),
                "changed.textproto:32:", "\"5.1.0\"");
}

TEST_F(BadInputTest, ImpossibleNumber) {
  ExpectRefused(RunWith("runs: 2", "runs: 0"), "changed.textproto:23:", "1 to 1000");
}

TEST_F(BadInputTest, DuplicateBuild) {
  ExpectRefused(RunWith("name: \"5.0.5\"", "name: \"5.1.0\""), "changed.textproto:", "5.1.0");
}

TEST_F(BadInputTest, UnknownExperiment) {
  const Finished finished = benchcell_.Run({"plan", "quikstart"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.log, HasSubstr("(nearest valid name: \"quickstart\")"));
}

TEST_F(BadInputTest, UnknownRun) { EXPECT_EQ(benchcell_.Run({"report", "latest"}).code, 2); }

TEST_F(BadInputTest, ComparingAProfileFolderThatIsNotThere) {
  const std::string folder = benchcell_.directory();
  Finished finished = benchcell_.Run({"compare", folder, folder + "/gone"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.log, HasSubstr(folder + "/gone: found no such folder"));
  finished = benchcell_.Run({"compare", folder});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.log, HasSubstr("found 1 profile folder, expected two"));
}

TEST_F(BadInputTest, StateThatCannotBeWrittenIsNotTheUsersInput) {
  ASSERT_TRUE(WriteFile(benchcell_.directory() / "file", "").ok());
  const Finished finished =
      benchcell_.Run({"run", "tests/e2e/tiny.textproto", "--bundles=tests/e2e/tiny.bundles.json",
                      "--state-dir=" + (benchcell_.directory() / "file" / "state").string()});
  EXPECT_EQ(finished.code, 3) << finished.log;
  EXPECT_THAT(finished.log, HasSubstr((benchcell_.directory() / "file").string()));
}

}  // namespace
}  // namespace benchcell
