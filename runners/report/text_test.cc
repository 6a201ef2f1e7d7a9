#include "runners/report/text.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(TextTest, WidthOnATerminal) {
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("forks"), 5);
  EXPECT_EQ(DisplayWidth("−32%"), 4);
  EXPECT_EQ(DisplayWidth("größe"), 5);
  EXPECT_EQ(DisplayWidth("漢字"), 4);
  EXPECT_EQ(DisplayWidth("\U0001F680"), 2);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1);
  EXPECT_EQ(DisplayWidth("\u05e9\u05dc\u05d5\u05dd"), 4);
  EXPECT_EQ(DisplayWidth("\xff\xfe"), 2);
}

TEST(TextTest, ALineStaysALine) {
  EXPECT_EQ(OneLine("a\nb\r\nc\td"), "a b c d");
  EXPECT_EQ(OneLine("\x01z\x7f"), "\uFFFDz\uFFFD");
  EXPECT_EQ(OneLine("\x1b[31mred\x1b[0m and \x1b]0;title\a rest"), "red and  rest");
  EXPECT_EQ(OneLine("\x1b"), "");
  EXPECT_EQ(OneLine("\xe2\x28"), "\uFFFD(");
}

TEST(TextTest, NobodyTurnsTheReadingOrder) {
  EXPECT_EQ(OneLine("a\u202Eb\u2066c"), "a\uFFFDb\uFFFDc");
  EXPECT_EQ(OneLine("\u05e9\u05dc"), "\u05e9\u05dc");
}

TEST(TextTest, LinesOfAMessage) {
  EXPECT_EQ(CleanLines("a\r\n\n  b\x1b[1m\n\n"), (std::vector<std::string>{"a", "", "  b"}));
  EXPECT_TRUE(CleanLines("").empty());
  EXPECT_TRUE(CleanLines("\n \n").empty());
}

TEST(TextTest, MarkupIsEscapedAndNamesStayReadable) {
  EXPECT_EQ(MarkdownText("a|b"), "a\\|b");
  EXPECT_EQ(MarkdownText("`x` *y* <b> [z](w) &amp; \\"),
            "\\`x\\` \\*y\\* \\<b\\> \\[z\\](w) \\&amp; \\\\");
  EXPECT_EQ(MarkdownText("#11760 fs_module_cache 25% 5.1.0-beta.1"),
            "#11760 fs_module_cache 25% 5.1.0-beta.1");
}

TEST(TextTest, LongTextKeepsItsEnds) {
  EXPECT_EQ(Shortened("short", 5), "short");
  EXPECT_EQ(Shortened("abcdefghij", 7), "abc\u2026hij");
  EXPECT_EQ(Shortened("abcdefghij", 8), "abcd\u2026hij");
  EXPECT_EQ(Shortened("abcdefghij", 3), "a\u2026j");
  EXPECT_EQ(Shortened("", 3), "");
  // Whole characters, by their width.
  EXPECT_EQ(Shortened("漢字漢字漢字", 7), "漢\u2026字");
  EXPECT_EQ(Shortened("e\u0301e\u0301e\u0301e\u0301", 3), "e\u0301\u2026e\u0301");
  const std::string long_text(3000, 'x');
  EXPECT_EQ(DisplayWidth(Shortened(long_text, 60)), 60u);
}

}  // namespace
}  // namespace benchcell
