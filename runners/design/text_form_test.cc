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
            "e:2:11: found the byte \\xff, which isn't UTF-8 here; expected plain UTF-8 text");
}

TEST(TextFormTest, AByteOrderMarkIsToldInWords) {
  EXPECT_EQ(EncodingErrors("\xEF\xBB\xBFname: \"a\"\n"),
            "e:1:1: the file starts with a byte order mark; expected plain UTF-8 text without one");
  const std::string utf16 =
      "e:1:1: the file starts with the byte order mark of UTF-16; expected plain UTF-8 text";
  EXPECT_EQ(EncodingErrors(std::string("\xFF\xFEn\0", 4)), utf16);
  EXPECT_EQ(EncodingErrors(std::string("\xFE\xFF\0n", 4)), utf16);
}

}  // namespace
}  // namespace benchcell
