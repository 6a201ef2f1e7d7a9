// Does what the README says: every command of its examples, in their order, in one state directory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

using testing::Gt;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// The words of a command line as a shell would split them; single quotes are all that the README
// uses.
std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words = {""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// The lines of all `sh` blocks.
std::vector<std::string> Commands(const std::string& readme) {
  std::vector<std::string> commands;
  bool in_block = false;
  const std::vector<std::string> lines = absl::StrSplit(readme, '\n');
  for (const std::string& line : lines) {
    if (absl::StartsWith(line, "```")) {
      in_block = line == "```sh";
    } else if (in_block && !line.empty()) {
      commands.push_back(line);
    }
  }
  return commands;
}

TEST(ReadmeTest, EveryCommandWorks) {
  BenchcellProgram benchcell("readme");
  const std::vector<std::string> commands = Commands(*ReadFile("README.md"));
  EXPECT_THAT(commands, SizeIs(Gt(8)));
  for (const std::string& line : commands) {
    // The test that runs all tests can't run itself.
    if (line == "./benchcell test") continue;
    std::vector<std::string> words = Words(line);
    ASSERT_EQ(words.front(), "./benchcell") << line;
    words.erase(words.begin());
    if (words[0] == "run" || words[0] == "reproduce") {
      // What Bazel makes was made before this test started; and one pair shows that the command
      // works.
      words.push_back("--bundles=fixtures/experiments/" + words[1] + ".bundles.json");
      if (!absl::StrContains(line, "--runs")) words.insert(words.end(), {"--rounds=1", "--runs=1"});
    }
    for (std::string& word : words) {
      if (word == "--out=tables") word = "--out=" + (benchcell.directory() / "tables").string();
    }
    const Finished finished = benchcell.Run(words);
    EXPECT_EQ(finished.code, 0) << line << "\n" << finished.log;
    EXPECT_THAT(finished.out, Not(IsEmpty())) << line;
  }
}

}  // namespace
}  // namespace benchcell
