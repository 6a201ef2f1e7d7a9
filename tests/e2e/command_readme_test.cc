// Does what the page of the command plugin says: writes its files, runs its commands, in their
// order, in one folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "plugins/command/words.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::Not;

TEST(CommandReadmeTest, EveryExampleWorks) {
  BenchcellProgram benchcell("page");
  const fs::path here = benchcell.directory() / "here";
  ASSERT_TRUE(MakeFolder(here).ok());
  const std::vector<std::string> lines =
      absl::StrSplit(*ReadFile("plugins/command/README.md"), '\n');
  benchcell.WorkIn(here);
  int commands = 0;
  // A block is a file if its head has a name behind the language; else its lines are commands.
  std::string file;
  bool in_block = false;
  for (const std::string& line : lines) {
    if (absl::StartsWith(line, "```")) {
      in_block = !in_block;
      const std::vector<std::string> head = absl::StrSplit(line, ' ');
      file = in_block && head.size() == 2 ? (here / head[1]).string() : "";
      if (in_block && file.empty()) {
        ASSERT_EQ(line, "```sh");
      }
    } else if (in_block && !file.empty()) {
      ASSERT_TRUE(AppendToFile(file, line + "\n").ok());
      fs::permissions(file, fs::perms::owner_all);
    } else if (in_block && !line.empty()) {
      auto words = command::SplitWords(line);
      ASSERT_TRUE(words.ok()) << line << "\n" << words.status();
      ASSERT_EQ(words->front(), "./benchcell") << line;
      words->erase(words->begin());
      if (words->front() == "run") words->insert(words->end(), {"--rounds=1", "--runs=2"});
      const Finished finished = benchcell.Run(*words);
      EXPECT_EQ(finished.code, 0) << line << "\n" << finished.log << finished.out;
      EXPECT_THAT(finished.out, Not(IsEmpty())) << line;
      ++commands;
    }
  }
  EXPECT_GT(commands, 8);
}

}  // namespace
}  // namespace benchcell
