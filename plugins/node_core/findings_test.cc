#include "plugins/node_core/findings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::node_core {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Findings> Recorded() {
  const auto text = ReadFile("fixtures/recorded/node_core_runs/discovered/24.22.3.jsonl");
  EXPECT_TRUE(text.ok()) << text.status();
  const auto all = ParseFindings(text.value_or(""));
  EXPECT_TRUE(all.ok()) << all.status();
  return all.value_or(std::vector<Findings>());
}

Findings Of(const std::string& file) {
  for (const Findings& findings : Recorded()) {
    if (findings.file == file) return findings;
  }
  ADD_FAILURE() << "nothing was recorded of " << file;
  return {};
}

TEST(FindingsTest, ReadsWhatWasRecorded) {
  EXPECT_EQ(Recorded().size(), 9u);
  const Findings findings = Of("hot/loop.js");
  EXPECT_EQ(findings.source, "source");
  EXPECT_TRUE(findings.declared);
  EXPECT_FALSE(findings.setup);
  EXPECT_THAT(findings.keys, ElementsAre("kind", "n"));
  ASSERT_EQ(findings.configurations.size(), 3u);
  EXPECT_THAT(findings.configurations[0].arguments, ElementsAre("n=2000000", "kind=integers"));
  EXPECT_EQ(findings.code, 0);
  EXPECT_EQ(WhyNone(findings, "b"), "");
}

TEST(FindingsTest, KeepsFlagsAndSetup) {
  EXPECT_THAT(Of("broken/flag.js").configurations[0].flags,
              ElementsAre("--flag-that-no-node-knows"));
  EXPECT_TRUE(Of("many/setup.js").setup);
}

TEST(FindingsTest, NamesALineThatIsNoObject) {
  const auto all = ParseFindings("{}\nnot JSON\n");
  EXPECT_THAT(std::string(all.status().message()), HasSubstr("line 2 "));
}

TEST(WhyNoneTest, SaysWhatTheFileLacks) {
  EXPECT_THAT(WhyNone(Of("broken/no-combination.js"), "b"),
              HasSubstr("broken/no-combination.js has no configuration with b: empty queue: "));
  EXPECT_THAT(WhyNone(Of("broken/addon.js"), "b"),
              HasSubstr("addon missing: ./build/Release/addon"));
  EXPECT_THAT(WhyNone(Of("broken/addon-quiet.js"), "b"), HasSubstr("addon missing: "));
}

TEST(WhyNoneTest, SaysHowTheProcessEnded) {
  Findings findings;
  findings.file = "x.js";
  findings.error_output = "first\n\x1B[31mTypeError: oh\n";
  findings.code = 1;
  EXPECT_THAT(WhyNone(findings, "b"),
              AllOf(HasSubstr("exit code 1"), HasSubstr("--- end of stderr:\nfirst\nTypeError: oh"),
                    Not(HasSubstr("\x1B"))));
  findings.signal = "SIGSEGV";
  EXPECT_THAT(WhyNone(findings, "b"), HasSubstr("killed by SIGSEGV"));
  findings.hung = true;
  EXPECT_THAT(WhyNone(findings, "b"), HasSubstr("b: hang: "));
}

TEST(WhyNoneTest, TellsAFileThatStartsAnotherFromOneThatDeclaresNothing) {
  Findings findings;
  findings.code = 0;
  EXPECT_THAT(WhyNone(findings, "b"), HasSubstr("without declaring a benchmark"));
  findings.foreign = "/source/benchmark/http/_client.js";
  EXPECT_THAT(WhyNone(findings, "b"), HasSubstr("starts another file"));
}

TEST(WhyNoneTest, AnEndAfterTheDeclarationDoesNotMatter) {
  Findings findings = Of("hot/loop.js");
  findings.code = 1;
  EXPECT_EQ(WhyNone(findings, "b"), "");
}

}  // namespace
}  // namespace benchcell::node_core
