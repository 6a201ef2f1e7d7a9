#include "runners/design/text_form.h"

#include <gtest/gtest.h>

#include <string>

namespace benchcell {
namespace {

std::string EncodingErrors(const std::string& text) {
  InputErrors errors;
  const bool good = CheckEncoding(text, errors);
  EXPECT_EQ(good, errors.empty());
  return std::string(errors.ToStatus("e").message());
}

TEST(TextFormTest, CharactersOfEveryLengthAreUtf8) {
  const size_t none = std::string_view::npos;
  EXPECT_EQ(FirstNotUtf8(""), none);
  EXPECT_EQ(FirstNotUtf8(std::string("a\0b\x7f", 4)), none);
  EXPECT_EQ(FirstNotUtf8("\xC2\x80 \xDF\xBF"), none);
  EXPECT_EQ(FirstNotUtf8("\xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF"), none);
  EXPECT_EQ(FirstNotUtf8("\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"), none);
}

TEST(TextFormTest, OtherBytesAreNotUtf8) {
  EXPECT_EQ(FirstNotUtf8("ab\x80"), 2u);
  EXPECT_EQ(FirstNotUtf8("a\xFFz"), 1u);
  EXPECT_EQ(FirstNotUtf8("\xC1\xBF"), 0u) << "overlong";
  EXPECT_EQ(FirstNotUtf8("\xE0\x9F\xBF"), 0u) << "overlong";
  EXPECT_EQ(FirstNotUtf8("\xF0\x8F\xBF\xBF"), 0u) << "overlong";
  EXPECT_EQ(FirstNotUtf8("\xED\xA0\x80"), 0u) << "a surrogate";
  EXPECT_EQ(FirstNotUtf8("\xF4\x90\x80\x80"), 0u) << "beyond the last character";
  EXPECT_EQ(FirstNotUtf8("\xF5\x80\x80\x80"), 0u);
  EXPECT_EQ(FirstNotUtf8("\xC3\xA4\xC3"), 2u) << "cut off";
  EXPECT_EQ(FirstNotUtf8("\xE2\x82z"), 0u) << "cut off";
  EXPECT_EQ(FirstNotUtf8("\xF0\x9F\x98\x28"), 0u) << "cut off";
}

TEST(TextFormTest, ABadByteIsToldWithItsPlace) {
  EXPECT_EQ(EncodingErrors("name: \"\xC3\xA4\"\n"), "");
  EXPECT_EQ(EncodingErrors("name: \"a\"\ntitle: \"\xC3\xA4\xFFz\"\n"),
            "e:2:11: found the byte \\xff, which is no text here; expected plain UTF-8 text");
  EXPECT_EQ(EncodingErrors(std::string("a\0", 2)),
            "e:1:2: found the byte \\x00, which is no text here; expected plain UTF-8 text");
}

TEST(TextFormTest, AByteOrderMarkIsToldInWords) {
  EXPECT_EQ(EncodingErrors("\xEF\xBB\xBFname: \"a\"\n"),
            "e:1:1: the file starts with a byte order mark; expected plain UTF-8 text without one");
  const std::string utf16 =
      "e:1:1: the file starts with the byte order mark of UTF-16; expected plain UTF-8 text";
  EXPECT_EQ(EncodingErrors(std::string("\xFF\xFEn\0", 4)), utf16);
  EXPECT_EQ(EncodingErrors(std::string("\xFE\xFF\0n", 4)), utf16);
}

std::string NestingErrors(const std::string& text) {
  InputErrors errors;
  const bool good = CheckNesting(text, errors);
  EXPECT_EQ(good, errors.empty());
  return std::string(errors.ToStatus("e").message());
}

std::string Times(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(TextFormTest, NestingIsBounded) {
  EXPECT_EQ(NestingErrors(Times(50, "a {")), "");
  EXPECT_EQ(NestingErrors(Times(50, "a {\n") + "a {"),
            "e:51:3: found { inside of 50 others; expected at most 50 levels");
  EXPECT_EQ(NestingErrors(Times(25, "a: [ b <") + "c: ["),
            "e:1:204: found [ inside of 50 others; expected at most 50 levels");
  EXPECT_EQ(NestingErrors(Times(1000, "a { b: [<>] }")), "");
  EXPECT_NE(NestingErrors("}}" + Times(51, "{")), "") << "what closes nothing gives no room";
}

TEST(TextFormTest, BracesInStringsAndCommentsAreNoNesting) {
  const std::string many = Times(60, "{");
  EXPECT_EQ(NestingErrors("a: \"" + many + "\\\"" + many + "\" b: '" + many + "\"'"), "");
  EXPECT_EQ(NestingErrors("# it's " + many), "");
  EXPECT_EQ(NestingErrors("# it's\n" + many).substr(0, 7), "e:2:51:");
  EXPECT_EQ(NestingErrors("a: \"b\n" + many).substr(0, 7), "e:2:51:") << "strings end with lines";
  EXPECT_EQ(NestingErrors("a: \"b\\\n" + many).substr(0, 7), "e:2:51:");
  EXPECT_EQ(NestingErrors("a: '\\"), "");
}

}  // namespace
}  // namespace benchcell
