// Does what the README says: every command of its examples, in their order, in one state directory.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"
#include "tests/e2e/benchcell_server.h"

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

// A port that nobody listens on just now.
int FreePort() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(fd);
  return ntohs(address.sin_port);
}

// Until the agent has asked for work. `lab`: the flags that say which lab.
void WaitForAMachine(BenchcellProgram& benchcell, const std::vector<std::string>& lab) {
  while (true) {
    std::vector<std::string> words = {"machines"};
    words.insert(words.end(), lab.begin(), lab.end());
    const Finished machines = benchcell.Run(words);
    ASSERT_EQ(machines.code, 0) << machines.log;
    if (!absl::StrContains(machines.out, "no machine")) return;
  }
}

TEST(ReadmeTest, EveryCommandWorks) {
  BenchcellProgram benchcell("readme");
  benchcell.UseWritableRoot();
  const int port = FreePort();
  std::vector<std::unique_ptr<BenchcellServer>> servers;
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
      const bool own = absl::StartsWith(words[1], "plugins/");
      words.push_back("--bundles=fixtures/experiments/" +
                      (own ? "quickstart" : words[1].substr(0, words[1].find('.'))) +
                      ".bundles.json");
      if (own) words[1] = benchcell.root() / words[1];
      if (!absl::StrContains(line, "--runs")) words.insert(words.end(), {"--rounds=1", "--runs=1"});
    }
    for (std::string& word : words) {
      if (word == "--out=tables") word = "--out=" + (benchcell.directory() / "tables").string();
      if (word == "agent.textproto") word = benchcell.directory() / word;
      absl::StrReplaceAll(
          {{"quickstart.evidence", (benchcell.directory() / "quickstart.evidence").string()}},
          &word);
      // Where the README's reader is, and a port of the test's own.
      absl::StrReplaceAll({{"=lab", "=" + (benchcell.directory() / "lab").string()},
                           {":7777", ":" + std::to_string(port)}},
                          &word);
    }
    const bool serves = words[0] == "coordinator" || words[0] == "agent";
    if (serves && !absl::StrContains(line, "--check")) {
      // The machine is never quiet while tests run.
      if (words[0] == "agent") words.push_back("--quiet-wait=0s");
      servers.push_back(std::make_unique<BenchcellServer>("readme-" + words[0]));
      servers.back()->Start(words, words[0] == "agent" ? kAsking : kListening);
      continue;
    }
    if (absl::StrContains(line, "reproduce quickstart --coordinator")) {
      WaitForAMachine(benchcell, {words[2], words[3]});
    }
    const Finished finished = benchcell.Run(words);
    // A machine may lack something for a lab, which its exit code says.
    const bool lacks = line == "./benchcell agent --check" && finished.code == 1;
    EXPECT_TRUE(finished.code == 0 || lacks) << line << "\n" << finished.code << finished.log;
    EXPECT_THAT(finished.out, Not(IsEmpty())) << line;
  }
}

}  // namespace
}  // namespace benchcell
