#include "runners/compare/r_print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace benchcell {
namespace {

// What R 4.2.2 printed for row names with these texts.
TEST(RPrintTest, Escapes) {
  const struct {
    std::string_view text, shown;
    size_t width;
  } kCases[] = {
      {"plain 'q\"`", "plain 'q\"`", 10},
      {"a\\b", "a\\\\b", 4},
      {"a\tb\n", "a\\tb\\n", 6},
      {"a\x01"
       "b",
       "a\\001b", 6},
      {"a\x7f"
       "b",
       "a\\177b", 6},
      {"tab\033x", "tab\\033x", 8},
      {"\u00e9", "\u00e9", 1},
      {"\u65e5\u672c", "\u65e5\u672c", 4},
      {"e\u0301", "e\u0301", 1},
      {"\u0085", "\\u0085", 6},
      {"\u2028", "\\u2028", 6},
      {"\U0010ffff", "\\U{10ffff}", 10},
      {"\xff", "\\xff", 4},
      {"\xc3", "\\xc3", 4},
  };
  for (const auto& test : kCases) {
    const RText shown = REscape(test.text);
    EXPECT_EQ(shown.text, test.shown);
    EXPECT_EQ(shown.width, test.width) << test.shown;
  }
}

TEST(RPrintTest, NamesLeftCellsRight) {
  EXPECT_EQ(PrintRFrame({"a", "long"}, {{"x", {"1", "22"}}, {"wide", {"\u00b11", ""}}}, 200),
            "      x wide\n"
            "a     1   \u00b11\n"
            "long 22     \n");
}

// A line has less than 200 columns, not 200.
TEST(RPrintTest, ColumnsWrap) {
  const RColumn column{"12345", {"x"}};
  EXPECT_EQ(PrintRFrame({"name"}, {column, column}, 17), "     12345 12345\nname     x     x\n");
  EXPECT_EQ(PrintRFrame({"name"}, {column, column}, 16),
            "     12345\nname     x\n     12345\nname     x\n");
  // One column is always printed.
  EXPECT_EQ(PrintRFrame({"name"}, {column}, 3), "     12345\nname     x\n");
}

TEST(RPrintTest, StopsAtTheMostCells) {
  const std::vector<std::string> cells(25000, "1");
  std::vector<RColumn> columns(5, RColumn{"c", cells});
  const std::vector<std::string_view> names(cells.begin(), cells.end());
  const std::string text = PrintRFrame(names, columns, 200);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 19999 + 1);
  EXPECT_NE(text.find("\n [ reached 'max' / getOption(\"max.print\") -- omitted 5001 rows ]\n"),
            std::string::npos);
}

TEST(RPrintTest, TwoDecimals) {
  EXPECT_EQ(RTwoDecimals(2.5), "2.50");
  EXPECT_EQ(RTwoDecimals(-0.001), "-0.00");
  EXPECT_EQ(RTwoDecimals(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(RTwoDecimals(std::numeric_limits<double>::infinity()), "Inf");
  EXPECT_EQ(RTwoDecimals(-std::numeric_limits<double>::infinity()), "-Inf");
  EXPECT_EQ(RTwoDecimals(1e300).size(), 304u);
}

}  // namespace
}  // namespace benchcell
