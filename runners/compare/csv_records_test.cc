#include "runners/compare/csv_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/compare/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Each record as `LINE: field|field`, each fault as `LINE:COLUMN! found`.
std::vector<std::string> All(const std::string& text, OuterSpaces spaces = OuterSpaces::kStrip,
                             size_t piece = std::string::npos) {
  TextSource source(text, piece);
  CsvRecords records(source, "x.csv", spaces);
  std::vector<std::string> all;
  while (true) {
    const absl::StatusOr<bool> any = records.Next();
    if (!any.ok()) {
      all.push_back(std::string(any.status().message()));
      break;
    }
    if (!*any) break;
    std::string shown = absl::StrCat(records.line(), ": ");
    if (records.fault().has_value()) {
      shown =
          absl::StrCat(records.line(), ":", records.fault()->column, "! ", records.fault()->found);
    }
    const char* separator = "";
    for (const CsvField& field : records.fields()) {
      absl::StrAppend(&shown, separator, std::string(field.text));
      separator = "|";
    }
    all.push_back(shown);
  }
  return all;
}

TEST(CsvRecordsTest, Rfc4180) {
  EXPECT_THAT(All("a,b\n\"c\",\"d\"\n"), ElementsAre("1: a|b", "2: c|d"));
  EXPECT_THAT(All("\"say \"\"hi\"\"\",\"\"\"\",\"\",\"a,b\"\n"),
              ElementsAre("1: say \"hi\"|\"||a,b"));
  EXPECT_THAT(All(",\n,,"), ElementsAre("1: |", "2: ||"));
  EXPECT_THAT(All("\"two\nlines\",x\ny\n"), ElementsAre("1: two\nlines|x", "3: y"));
  EXPECT_THAT(All("\"a\r\nb\"\r\nc\r\n"), ElementsAre("1: a\r\nb", "3: c"));
}

TEST(CsvRecordsTest, LineEndsAndBlankLines) {
  EXPECT_THAT(All("a\r\nb\n\n  \n\r\nc"), ElementsAre("1: a", "2: b", "6: c"));
  EXPECT_THAT(All(""), ElementsAre());
  EXPECT_THAT(All("\n\n"), ElementsAre());
  EXPECT_THAT(All("a"), ElementsAre("1: a"));
}

TEST(CsvRecordsTest, ByteOrderMarks) {
  EXPECT_THAT(All("\xef\xbb\xbf\"a\",b\n"), ElementsAre("1: a|b"));
  EXPECT_THAT(All("\xef\xbb\xbf"), ElementsAre());
  EXPECT_THAT(All(std::string("\xff\xfe\"\0", 4)),
              ElementsAre(HasSubstr("x.csv:1:1: found UTF-16")));
}

TEST(CsvRecordsTest, SpacesAroundFields) {
  EXPECT_THAT(All(" \"a\" ,\t\"b\"\t, c ,  \n"), ElementsAre("1: a|b|c|"));
  EXPECT_THAT(All(" \"a\" , \"b\"\"\", c ,  \n", OuterSpaces::kKeep),
              ElementsAre("1:  a | b\"| c |  "));
}

TEST(CsvRecordsTest, AStrayLineTakesNoOtherWithIt) {
  EXPECT_THAT(All("a,b\nhe said \"hi\nc,d\n"),
              ElementsAre("1: a|b", HasSubstr("2:9! a quote inside"), "3: c|d"));
  // The quote seems to close in the next line, where something follows it.
  EXPECT_THAT(All("\"open\n\"c\",d\ne,f\n"),
              ElementsAre("1:1! a quote that is never closed", "2: c|d", "3: e|f"));
  EXPECT_THAT(All("a,\"b\"c\nd\n"), ElementsAre("1:6! \"c\" after a closing quote", "2: d"));
  EXPECT_THAT(All("x,\"open\nc\nd"),
              ElementsAre("1:3! a quote that is never closed", "2: c", "3: d"));
}

TEST(CsvRecordsTest, TheLastLineMayHaveNoEnd) {
  for (const auto& [text, unended] : {std::pair("a\nb", true), std::pair("a\nb\n", false)}) {
    TextSource source(text);
    CsvRecords records(source, "x.csv", OuterSpaces::kStrip);
    EXPECT_TRUE(*records.Next());
    EXPECT_FALSE(records.unended());
    EXPECT_TRUE(*records.Next());
    EXPECT_EQ(records.unended(), unended);
    EXPECT_EQ(records.raw(), "b");
    EXPECT_FALSE(*records.Next());
  }
}

// However the bytes come in, the records are the same.
TEST(CsvRecordsTest, PiecesDoNotMatter) {
  const std::string text =
      "\xef\xbb\xbf\"binary\",\"x\"\r\n\"o \"\"l\"\" d\",\"a\nb\"\nstray\n\"open\n\"n\", 2\nlast";
  const std::vector<std::string> whole = All(text);
  EXPECT_EQ(whole.size(), 6u);
  for (size_t piece = 1; piece < text.size(); ++piece) {
    EXPECT_EQ(All(text, OuterSpaces::kStrip, piece), whole) << piece;
  }
}

TEST(CsvRecordsTest, LongerThanTheBuffer) {
  std::string text;
  std::vector<std::string> expected;
  for (int i = 1; i <= 20; ++i) {
    const std::string field(50000 * (i % 7), static_cast<char>('a' + i));
    text += "\"" + field + "\"\"\",1\n";
    expected.push_back(absl::StrCat(i, ": ", field, "\"|1"));
  }
  EXPECT_EQ(All(text), expected);
}

TEST(CsvRecordsTest, MemoryIsBoundedWhateverTheFile) {
  const std::string endless(3 << 20, 'x');
  EXPECT_THAT(All("a\n" + endless + "\nb\n"),
              ElementsAre("1: a", HasSubstr("x.csv:2:1: found a line of more than 1048576 bytes")));
  // An open quote looks at no more than a megabyte.
  std::string many = "\"open\n";
  for (int i = 0; i < 300000; ++i) many += "a,b,c\n";
  const std::vector<std::string> records = All(many);
  EXPECT_EQ(records.size(), 300001u);
  EXPECT_EQ(records[0], "1:1! a quote that is never closed");
  EXPECT_EQ(records[300000], "300001: a|b|c");
}

TEST(CsvRecordsTest, ColumnsAreThoseOfTheFile) {
  TextSource source("ab, \"c\",d\n");
  CsvRecords records(source, "x.csv", OuterSpaces::kStrip);
  ASSERT_TRUE(*records.Next());
  EXPECT_EQ(records.fields()[0].column, 1);
  EXPECT_EQ(records.fields()[1].column, 5);
  EXPECT_EQ(records.fields()[2].column, 9);
}

}  // namespace
}  // namespace benchcell
