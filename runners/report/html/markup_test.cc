#include "runners/report/html/markup.h"

#include <gtest/gtest.h>

#include <string>

#include "runners/report/text.h"

namespace benchcell::html {
namespace {

TEST(MarkupTest, TextCannotLeaveItsElementOrAttribute) {
  EXPECT_EQ(Text("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

TEST(MarkupTest, TextIsOneLineWithoutControlCharacters) {
  EXPECT_EQ(Text("a\nb\tc"), "a b c");
  EXPECT_EQ(Text(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(Text("a\u202Eb"), "a\uFFFDb");
  EXPECT_EQ(Text("a\x1b[31mb"), "ab");
  EXPECT_EQ(Text("\xff"), "\uFFFD");
}

TEST(MarkupTest, NamesAreShortAndHaveTheirOwnDirection) {
  EXPECT_EQ(Name("<x>*y*`z`"), "<bdi>&lt;x&gt;*y*`z`</bdi>");
  EXPECT_EQ(Name("\u05D0\u05D1"), "<bdi>\u05D0\u05D1</bdi>");
  const std::string name = Name(std::string(3000, 'x'));
  EXPECT_EQ(DisplayWidth(name), DisplayWidth("<bdi></bdi>") + 100);
}

TEST(MarkupTest, LinesStayLines) { EXPECT_EQ(Lines("a\r\n  <b>\n\n"), "a\n  &lt;b&gt;"); }

TEST(MarkupTest, MarkdownOfTheReportBecomesMarkup) {
  EXPECT_EQ(Inline("*agrees* if `x` < y"), "<em>agrees</em> if <code>x</code> &lt; y");
  EXPECT_EQ(Inline("`a*b`"), "<code>a*b</code>");
}

// What Markdown's escapes hold in a terminal, the page holds too.
TEST(MarkupTest, EscapedMarkdownIsShownAsItWasWritten) {
  for (const char* foreign : {"*a*", "`b`", "<i>", "a|b", "[x](y)", "&lt;", "\\", "\\*", "a\\"}) {
    EXPECT_EQ(Inline(MarkdownText(foreign)), Text(foreign)) << foreign;
  }
}

TEST(MarkupTest, ElementsAreClosed) {
  EXPECT_EQ(Inline("*a"), "<em>a</em>");
  EXPECT_EQ(Inline("`a"), "<code>a</code>");
  EXPECT_EQ(Inline("a\\"), "a\\");
}

TEST(MarkupTest, LengthsAreShort) {
  EXPECT_EQ(Percent(0.5), "50%");
  EXPECT_EQ(Percent(1.0 / 3), "33.33%");
  EXPECT_EQ(Percent(-0.000001), "0%");
  EXPECT_EQ(Number(12.04), "12");
  EXPECT_EQ(Number(12.06), "12.1");
  EXPECT_EQ(Number(100), "100");
}

// The digests of `a` and `b`, as `printf a | openssl dgst -sha256 -binary | base64` prints them.
TEST(MarkupTest, ThePolicyAllowsTheseTwoFilesAndNoOther) {
  EXPECT_EQ(ContentSecurityPolicy("a", "b"),
            "default-src 'none'; "
            "style-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='; "
            "script-src 'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='; "
            "img-src data:; base-uri 'none'; form-action 'none'");
}

}  // namespace
}  // namespace benchcell::html
