#include "runners/report/html/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <string_view>

#include "runners/base/files.h"
#include "runners/report/html/assets.h"
#include "runners/report/html/example_runs.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string PageOf(const v1::ExperimentRun& run) { return RenderHtml(run, *BuildTable(run, {})); }

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(PageTest, AssetsAreTheFilesByteForByte) {
  EXPECT_TRUE(EmbeddedAssets().style == ReadFile("runners/report/html/assets/page.css").value());
  EXPECT_TRUE(EmbeddedAssets().script == ReadFile("runners/report/html/assets/page.js").value());
}

TEST(PageTest, TheSameRunGivesTheSameBytes) {
  const v1::ExperimentRun run = TypicalRun();
  v1::ExperimentRun copy;
  ASSERT_TRUE(copy.ParseFromString(run.SerializeAsString()));
  EXPECT_EQ(PageOf(run), PageOf(copy));
}

TEST(PageTest, NothingIsFetched) {
  for (const v1::ExperimentRun& run : {TypicalRun(), CountedRun(), HostileRun()}) {
    const std::string page = PageOf(run);
    // The only addresses are names of namespaces and parts of the page itself.
    EXPECT_EQ(Count(page, "://"), Count(page, "http://www.w3.org/2000/svg"));
    EXPECT_THAT(page, Not(HasSubstr("url(")));
    EXPECT_THAT(page, Not(HasSubstr(" style=")));
    EXPECT_EQ(Count(page, "src="), 0u);
  }
}

TEST(PageTest, NoNameBecomesMarkup) {
  const std::string page = PageOf(HostileRun());
  EXPECT_EQ(Count(page, "<script"), 1u);
  EXPECT_EQ(Count(page, "</script>"), 1u);
  EXPECT_EQ(Count(page, "</style>"), 1u);
  EXPECT_EQ(Count(page, "<!--"), 0u);
  EXPECT_EQ(Count(page, "\u202e"), 0u);
  EXPECT_EQ(Count(page, "\x01"), 0u);
  EXPECT_GT(Count(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;`&amp;amp;&lt;!--"), 10u);
}

TEST(PageTest, EveryRecordIsDrawn) {
  for (const auto& [name, run] : std::map<std::string, v1::ExperimentRun>{
           {"typical", TypicalRun()}, {"moved", MovedRun()}, {"failed", FailedRun()}}) {
    const std::string page = PageOf(run);
    const size_t dots = Count(page, "h.1M") + Count(page, "h.1\"") - Count(page, "d=\"M6 6h.1\"");
    // Rings are drawn twice: a dot and the hole in it.
    const size_t rings = name == "typical" ? 2 : 0;
    EXPECT_EQ(dots - rings + Count(page, "<use class=\"x "), run.record_size()) << name;
  }
}

TEST(PageTest, WhereItComesFromIsInIt) {
  const std::string page = PageOf(TypicalRun());
  for (const char* part :
       {"//toolchains/npm:vitest-5.1.0", "aaaaaaaaaa", "AMD EPYC 7763 64-Core Processor",
        "2 rounds of 8 runs of each build", "balanced random pairs", "<code>7</code>", "--rounds=2",
        "setup-mocks-20261130-143502-7f3a", "2026-11-30 14:35:02 UTC", "# as it was written", "10m",
        "vitest-dev/vitest#11752"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(PageTest, ImportedRunsNameTheirFiles) {
  const std::string page = PageOf(ImportedRun());
  EXPECT_THAT(page, HasSubstr("Imported from"));
  EXPECT_THAT(page, HasSubstr("hyperfine 1.15.0"));
  EXPECT_THAT(page, HasSubstr("<bdi>a &amp; b.json</bdi> <code>ffff"));
  EXPECT_THAT(page, HasSubstr("in the order of the files"));
  EXPECT_THAT(page, Not(HasSubstr("Seed of the order")));
  EXPECT_THAT(page, Not(HasSubstr("pair, and behind")));
}

TEST(PageTest, ARunWithNothingInItHasAPage) {
  RunMaker maker("name: 'empty' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.run().clear_machine();
  const std::string page = PageOf(maker.run());
  EXPECT_THAT(page, HasSubstr("Nothing was measured."));
  EXPECT_THAT(page, HasSubstr("</html>"));
}

// 200 rows of 1,000 runs stay below what a browser opens at once; a page of the usual size is
// small.
TEST(PageTest, SizeIsSensible) {
  EXPECT_LT(PageOf(TypicalRun()).size(), 60'000u);
  EXPECT_LT(PageOf(LargeRun(200, 500)).size(), 9'000'000u);
}

// Whatever a stored run says, the page is made.
TEST(PageTest, DamagedRunsGiveAPage) {
  const std::string bytes = TypicalRun().SerializeAsString();
  std::mt19937 engine(7);
  int made = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string damaged = bytes;
    for (int i = 0; i < 3; ++i)
      damaged[engine() % damaged.size()] = static_cast<char>(engine() % 128);
    v1::ExperimentRun run;
    if (!run.ParseFromString(damaged)) continue;
    const absl::StatusOr<Table> table = BuildTable(run, {});
    if (!table.ok()) continue;
    EXPECT_THAT(RenderHtml(run, *table), HasSubstr("</html>"));
    ++made;
  }
  EXPECT_GT(made, 20);
}

}  // namespace
}  // namespace benchcell::html
