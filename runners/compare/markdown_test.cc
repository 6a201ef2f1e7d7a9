#include "runners/compare/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

ComparisonRow Row(const std::string& name, double ratio) {
  ComparisonRow row;
  row.name = name;
  row.ratio = ratio;
  row.interval = RatioInterval{ratio - 0.001, ratio + 0.2};
  row.p_value = 0.04;
  row.q_value = 0.00001;
  row.smallest_detectable = 0.0123;
  row.baseline_count = 30;
  row.changed_count = 29;
  return row;
}

Comparison Of(std::vector<ComparisonRow> rows) {
  Comparison comparison;
  comparison.baseline = "old";
  comparison.changed = {"new"};
  comparison.machines = {""};
  comparison.rows = std::move(rows);
  return comparison;
}

TEST(MarkdownTest, ColumnsLineUp) {
  const std::string text = RenderComparison(Of({Row("a", 1), Row("longer", 0.9)}));
  EXPECT_THAT(
      text,
      testing::StartsWith(
          "| benchmark | confidence | improvement | accuracy (*) | (**) | (***) | \u0394 of pairs "
          "| "
          "      95% interval |     p |       q | detectable |      n |\n"
          "| --------- | ---------: | ----------: | -----------: | ---: | ----: | ---------: | "
          "-----------------: | ----: | ------: | ---------: | -----: |\n"
          "| a         |          \u2013 |           \u2013 |            \u2013 |    \u2013 |     "
          "\u2013 | "
          "     0.00% |  \u22120.10% to +20.00% | 0.040 | <0.0001 |      1.23% | 30, 29 |\n"));
}

// Names are other people's: they are shown as they stand, whatever Markdown makes of their signs.
TEST(MarkdownTest, NamesAreNoMarkup) {
  for (char c = 0x20; c < 0x7F; ++c) {
    const std::string name = absl::StrCat("x", std::string(1, c), "y");
    EXPECT_THAT(RenderComparison(Of({Row(name, 1)})),
                HasSubstr(absl::StrCat("\n| ", MarkdownText(name), " ")));
  }
  EXPECT_THAT(RenderComparison(Of({Row("\u65e5\u672c", 1)})), HasSubstr("\n| \u65e5\u672c      |"));
}

TEST(MarkdownTest, IsTheSameForAnyNumberOfThreads) {
  std::vector<ComparisonRow> rows;
  for (int i = 0; i < 5000; ++i) rows.push_back(Row(absl::StrCat("name ", i * i), 1 + i * 0.01));
  const Comparison comparison = Of(std::move(rows));
  const std::string text = RenderComparison(comparison);
  for (const size_t threads : {2, 3, 8}) EXPECT_EQ(RenderComparison(comparison, threads), text);
}

}  // namespace
}  // namespace benchcell
