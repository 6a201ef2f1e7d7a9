#include "runners/report/html/data_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/report/columns.h"
#include "runners/report/count_run_testing.h"
#include "runners/report/html/example_runs.h"
#include "runners/report/html/markup.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

using testing::HasSubstr;

TEST(DataTableTest, CellsAreThoseOfTheMarkdownReport) {
  const v1::ExperimentRun run = MovedRun();
  const Table table = *BuildTable(run, {});
  const std::string html = DataTable(table);
  size_t at = 0;
  const std::vector<GridColumn> columns =
      MakeColumns(table, true, std::vector<std::string>(table.rows.size()));
  for (size_t row = 0; row < table.rows.size(); ++row) {
    for (const GridColumn& column : columns) {
      const std::string cell = absl::StrCat(">", Inline(column.cells[row]), "</t");
      at = html.find(cell, at);
      ASSERT_NE(at, std::string::npos) << column.head << ", row " << row << ": " << cell;
    }
  }
}

TEST(DataTableTest, HeadersHaveTheirScope) {
  const Table table = *BuildTable(SmallRun().run(), {});
  const std::string html = DataTable(table);
  EXPECT_THAT(html, HasSubstr("<caption id=heading>Metric: wall_time, lower is better."));
  EXPECT_THAT(html, HasSubstr("<th scope=col>pool</th>"));
  EXPECT_THAT(html, HasSubstr("<th scope=col class=num>main</th>"));
  EXPECT_THAT(html, HasSubstr("<tr><th scope=row>forks</th><td class=num>5.15s</td>"));
}

TEST(DataTableTest, RowsLeadToTheirNotes) {
  const Table table = *BuildTable(TypicalRun(), {});
  const std::string html = DataTable(table);
  EXPECT_THAT(html, HasSubstr("16, 14 <a href=\"#note1\">[1]</a> <a href=\"#note2\">[2]</a>"));
  EXPECT_THAT(html,
              HasSubstr("<li id=note1><p>5.1.0: 1 of 16 runs failed: Error: expected 3 to "
                        "be 4</p><pre tabindex=0>    at src/a.test.ts:3:14\nTests  1 failed"));
}

TEST(DataTableTest, CausesAreTables) {
  const Table table = *BuildTable(CountRun().run(), {});
  const std::string html = CauseSection(table);
  EXPECT_THAT(html, HasSubstr("The runner&#39;s own frames"));
  EXPECT_THAT(html, HasSubstr("<caption id=cause1>dense, 5: +181.51% (+1,390,000).</caption>"));
  EXPECT_THAT(html, HasSubstr("<th scope=row>MapPrototypeSet, node</th><td>"));
  EXPECT_THAT(html, HasSubstr("A tier flip"));
  EXPECT_EQ(CauseSection(*BuildTable(SmallRun().run(), {})), "");
}

}  // namespace
}  // namespace benchcell::html
