#include "runners/base/text.h"

#include <string>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

const std::string kReplaced = "\xEF\xBF\xBD";

TEST(ToValidUtf8Test, LeavesValidTextAlone) {
  for (const std::string text :
       {"", "plain", "\xC3\xA9", "\xE2\x88\x92", "\xF0\x9F\x90\x8C", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(ToValidUtf8(text), text);
  }
  const std::string with_zero("a\0b", 3);
  EXPECT_EQ(ToValidUtf8(with_zero), with_zero);
}

TEST(ToValidUtf8Test, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(ToValidUtf8("a\xFFz"), "a" + kReplaced + "z");
  EXPECT_EQ(ToValidUtf8("\x80"), kReplaced);
  // A character that is cut off.
  EXPECT_EQ(ToValidUtf8("\xE2\x88"), kReplaced + kReplaced);
  // Overlong: '/' in two bytes, and in three.
  EXPECT_EQ(ToValidUtf8("\xC0\xAF"), kReplaced + kReplaced);
  EXPECT_EQ(ToValidUtf8("\xE0\x80\xAF"), kReplaced + kReplaced + kReplaced);
  // A surrogate, and a code point above the last.
  EXPECT_EQ(ToValidUtf8("\xED\xA0\x80"), kReplaced + kReplaced + kReplaced);
  EXPECT_EQ(ToValidUtf8("\xF4\x90\x80\x80"), kReplaced + kReplaced + kReplaced + kReplaced);
}

TEST(WithoutControlsTest, TakesOutWhatSteersATerminal) {
  EXPECT_EQ(WithoutControls("a\tb\n"), "a\tb\n");
  EXPECT_EQ(WithoutControls("\x1B[31mred\x1B[0m \x1B[38;5;249mgrey"), "red grey");
  EXPECT_EQ(WithoutControls("\x1B"
                            "cwiped\x07\r\x7F"),
            "wiped");
  EXPECT_EQ(WithoutControls("\xE2\x88\x92"), "\xE2\x88\x92");
}

TEST(WithoutControlsTest, ACutSequenceEndsWithTheText) {
  EXPECT_EQ(WithoutControls("a\x1B"), "a");
  EXPECT_EQ(WithoutControls("a\x1B["), "a");
  EXPECT_EQ(WithoutControls("a\x1B[38;5"), "a");
}

TEST(TailTest, GivesTheEndWithoutWhiteSpace) {
  EXPECT_EQ(Tail("", 10), "");
  EXPECT_EQ(Tail(" \n ", 10), "");
  EXPECT_EQ(Tail("\nshort \n", 10), "short");
  EXPECT_EQ(Tail("0123456789", 10), "0123456789");
  EXPECT_EQ(Tail("0123456789 \n", 3), "789");
  EXPECT_EQ(Tail("anything", 0), "");
}

TEST(TailTest, DoesNotStartInsideACharacter) {
  // Two minus signs of three bytes each.
  const std::string text = "\xE2\x88\x92\xE2\x88\x92";
  EXPECT_EQ(Tail(text, 5), "\xE2\x88\x92");
  EXPECT_EQ(Tail(text, 2), "");
}

}  // namespace
}  // namespace benchcell
