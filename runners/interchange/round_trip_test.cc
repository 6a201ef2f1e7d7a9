// Export, import, equal.

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "runners/interchange/export.h"
#include "runners/interchange/testing.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::HasSubstr;
using testing::Not;

// What a file can say: build, levels by axis, and the times of the runs in order.
using Content = std::map<std::pair<std::string, std::map<std::string, std::string>>,
                         std::vector<std::tuple<double, uint32_t>>>;

Content ContentOf(const v1::ExperimentRun& run) {
  Content content;
  for (const v1::RunRecord& record : run.record()) {
    std::map<std::string, std::string> levels;
    for (const v1::Level& level : run.cell(record.cell()).level()) {
      levels[level.axis()] = level.level();
    }
    content[{run.resolved().experiment().build(record.planned().build()).name(), levels}]
        .emplace_back(record.sample(0).value(), record.exit().code());
  }
  return content;
}

// Without what is another one with every import.
v1::ExperimentRun WithoutFiles(v1::ExperimentRun run) {
  run.clear_imported();
  run.mutable_resolved()->mutable_experiment()->clear_title();
  return run;
}

TEST(RoundTripTest, AMeasuredRunThroughHyperfine) {
  const v1::ExperimentRun run = AwkwardRun();
  const auto imported = ImportTexts({{"h.json", ExportRun("hyperfine", run, {})->text}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(ContentOf(imported->run), ContentOf(run));
}

TEST(RoundTripTest, AnImportedRunThroughHyperfine) {
  for (const auto& names :
       {std::vector<std::string>{"vitest-5.1.0-samples.json"},
        {"google-benchmark-1.7.1-old.json", "google-benchmark-1.7.1-new.json"}}) {
    v1::ExperimentRun run = ImportRecorded(names)->run;
    const auto first = ImportTexts({{"h.json", ExportRun("hyperfine", run, {})->text}});
    ASSERT_TRUE(first.ok()) << first.status();
    const auto second = ImportTexts({{"i.json", ExportRun("hyperfine", first->run, {})->text}});
    ASSERT_TRUE(second.ok()) << second.status();
    EXPECT_TRUE(MessageDifferencer::Equals(WithoutFiles(second->run), WithoutFiles(first->run)));
  }
}

// The table of an import claims no pairs, whatever happens to have the same index.
TEST(RoundTripTest, ATableOfAnImportIsUnpaired) {
  const auto imported = ImportTexts({{"h.json", ExportRun("hyperfine", AwkwardRun(), {})->text}});
  ASSERT_TRUE(imported.ok());
  const Table table = *BuildTable(imported->run, {});
  const std::string text = RenderMarkdown(imported->run, table, {.statistics = true});
  EXPECT_THAT(text, HasSubstr("Measured elsewhere by hyperfine, not by benchcell"));
  EXPECT_THAT(text, HasSubstr("The machine, the times and the order of the runs are unknown."));
  EXPECT_THAT(text, HasSubstr("interval and p are Welch's"));
  EXPECT_THAT(text, Not(HasSubstr("signed-rank")));
  for (const TableRow& row : table.rows) {
    EXPECT_FALSE(row.changes[0].paired.has_value());
    EXPECT_TRUE(row.changes[0].Interval().has_value());
    EXPECT_TRUE(row.Complete());
  }
}

TEST(RoundTripTest, ATableOfSummariesHasNoInterval) {
  const v1::ExperimentRun run =
      ImportRecorded({"vitest-4.1.10-old.json", "vitest-4.1.10-new.json"})->run;
  const Table table = *BuildTable(run, {});
  const std::string text = RenderMarkdown(run, table, {.statistics = true});
  EXPECT_THAT(text, HasSubstr("each value stands for many (such as median of"));
  EXPECT_FALSE(table.rows[0].changes[0].Interval().has_value());
  EXPECT_TRUE(table.rows[0].changes[0].ratio.has_value());
  EXPECT_FALSE(table.rows[0].changes[0].PValue().has_value());
}

}  // namespace
}  // namespace benchcell
