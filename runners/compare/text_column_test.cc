#include "runners/compare/text_column.h"

#include <gtest/gtest.h>

#include <utility>

namespace benchcell {
namespace {

std::string Drawn(const TextColumn& column) {
  std::string text(column.drawn_bytes(), '?');
  char* at = text.data();
  for (size_t i = 0; i < column.size(); ++i) at = column.Draw(i, at);
  EXPECT_EQ(at, text.data() + text.size());
  return text;
}

TEST(TextColumnTest, FillsUpToTheWidest) {
  for (const auto& [align, drawn] : {std::pair(TextColumn::Align::kLeft, "a   longb   "),
                                     std::pair(TextColumn::Align::kRight, "   along   b")}) {
    TextColumn column(align);
    column.Add("a", 1);
    column.Add("long", 4);
    column.text() += "b";
    column.EndCell(1);
    ASSERT_EQ(column.size(), 3u);
    EXPECT_EQ(column.cell(1), "long");
    EXPECT_EQ(column.cell(2), "b");
    EXPECT_EQ(column.width(1), 4u);
    EXPECT_EQ(column.width(), 4u);
    EXPECT_EQ(Drawn(column), drawn);
  }
}

// Bytes and columns of the terminal are two things.
TEST(TextColumnTest, GoesByWidthNotBytes) {
  TextColumn column(TextColumn::Align::kRight);
  column.Add("\u00b11", 2);
  column.Add("\u65e5", 2);
  column.Add("", 0);
  EXPECT_EQ(Drawn(column), "\u00b11\u65e5  ");
}

TEST(TextColumnTest, NothingIsDrawnOfNothing) {
  const TextColumn column(TextColumn::Align::kLeft);
  EXPECT_EQ(column.drawn_bytes(), 0u);
  EXPECT_EQ(column.width(), 0u);
}

}  // namespace
}  // namespace benchcell
