#include "runners/compare/r_print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

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
    TextColumn column(TextColumn::Align::kLeft);
    AddREscaped(test.text, column);
    EXPECT_EQ(column.cell(0), test.shown);
    EXPECT_EQ(column.width(0), test.width) << test.shown;
  }
}

TextColumn Column(TextColumn::Align align, const std::vector<std::string_view>& texts) {
  TextColumn column(align);
  for (const std::string_view text : texts) AddREscaped(text, column);
  return column;
}

TextColumn Names(const std::vector<std::string_view>& texts) {
  return Column(TextColumn::Align::kLeft, texts);
}

TextColumn Cells(const std::vector<std::string_view>& texts) {
  return Column(TextColumn::Align::kRight, texts);
}

TEST(RPrintTest, NamesLeftCellsRight) {
  EXPECT_EQ(PrintRFrame({{Names({"", "a", "long"}), Cells({"x", "1", "22"}),
                          Cells({"wide", "\u00b11", ""})}},
                        2, 200),
            "      x wide\n"
            "a     1   \u00b11\n"
            "long 22     \n");
}

TEST(RPrintTest, PartsHaveTheSameColumns) {
  EXPECT_EQ(PrintRFrame({{Names({"", "a"}), Cells({"x", "1"})},
                         {Names({}), Cells({})},
                         {Names({"long", "b"}), Cells({"22", "3"})}},
                        3, 200),
            "      x\n"
            "a     1\n"
            "long 22\n"
            "b     3\n");
}

// A line has less than 200 columns, not 200.
TEST(RPrintTest, ColumnsWrap) {
  const TextColumn names = Names({"", "name"});
  const TextColumn column = Cells({"12345", "x"});
  EXPECT_EQ(PrintRFrame({{names, column, column}}, 1, 17), "     12345 12345\nname     x     x\n");
  EXPECT_EQ(PrintRFrame({{names, column, column}}, 1, 16),
            "     12345\nname     x\n     12345\nname     x\n");
  // One column is always printed.
  EXPECT_EQ(PrintRFrame({{names, column}}, 1, 3), "     12345\nname     x\n");
}

TEST(RPrintTest, StopsAtTheMostCells) {
  EXPECT_EQ(PrintedRows(25000, 5), 19999u);
  EXPECT_EQ(PrintedRows(19999, 5), 19999u);
  EXPECT_EQ(PrintedRows(3, 5), 3u);
  const TextColumn cells = Cells(std::vector<std::string_view>(1 + 19999, "1"));
  const std::string text = PrintRFrame({RFramePart(6, cells)}, 25000, 200);
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
