#include "runners/compare/rate_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "runners/compare/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kHeader[] = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";

using Names = std::tuple<std::string, std::string, std::string, std::string>;

struct Reading {
  // `binary|filename|configuration|machine|rate`
  std::vector<std::string> rows;
  absl::Status status;
  StrayLines strays;
  // Rows that came with a key.
  int known = 0;
};

// With `remember`, names that come again are taken from the memory: the rows must be the same.
Reading Read(const std::string& text, bool lenient = false, bool remember = true) {
  TextSource source(text);
  RateReader reader(source, "x.csv", OuterSpaces::kStrip, lenient);
  Reading reading;
  std::vector<Names> names;
  while (true) {
    const absl::StatusOr<bool> any = reader.Next();
    reading.status = any.status();
    if (!any.ok() || !*any) break;
    RateRow row = reader.row();
    Names four(row.binary, row.filename, row.configuration, row.machine);
    if (row.key.has_value()) {
      ++reading.known;
      four = names[*row.key];
      if (row.binary_of.has_value()) std::get<0>(four) = std::get<0>(names[*row.binary_of]);
    }
    if (remember && (!row.key.has_value() || row.binary_of.has_value())) {
      if (std::find(names.begin(), names.end(), four) == names.end()) names.push_back(four);
      const auto key = std::find(names.begin(), names.end(), four);
      const auto like = std::find_if(names.begin(), names.end(), [&four](const Names& other) {
        return std::tie(std::get<1>(other), std::get<2>(other), std::get<3>(other)) ==
               std::tie(std::get<1>(four), std::get<2>(four), std::get<3>(four));
      });
      reader.Remember(static_cast<uint32_t>(key - names.begin()),
                      static_cast<uint32_t>(like - names.begin()));
    }
    std::tie(row.binary, row.filename, row.configuration, row.machine) = four;
    reading.rows.push_back(absl::StrCat(std::string(row.binary), "|", std::string(row.filename),
                                        "|", std::string(row.configuration), "|",
                                        std::string(row.machine), "|", row.rate.value));
  }
  reading.strays = reader.strays();
  return reading;
}

std::string ErrorOf(const std::string& text) {
  const absl::Status status = Read(text).status;
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(RateReaderTest, NewAndOldSpelling) {
  EXPECT_THAT(Read(absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1 s='x, y'\",100.5,0.25\n")).rows,
              ElementsAre("old|a.js|n=1 s='x, y'||100.5"));
  EXPECT_THAT(Read("\"binary\", \"filename\", \"configuration\", \"rate\", \"time\"\n"
                   "\"new\", \"a.js\", \"n=1\", 100, 1\n")
                  .rows,
              ElementsAre("new|a.js|n=1||100"));
}

TEST(RateReaderTest, ColumnsAreFoundByName) {
  EXPECT_THAT(Read("Rate,extra,Machine,CONFIGURATION,filename\n5,x,lab-1,n=1,a.js\n").rows,
              ElementsAre("|a.js|n=1|lab-1|5"));
}

// Odd spellings, failing rates, stray lines and cut ends: with and without the memory, the rows,
// errors and places are the same.
TEST(RateReaderTest, RememberedNamesChangeNothing) {
  const std::vector<std::string> kRows = {
      "\"old\",\"a.js\",\"n=1 s=\"\"x\"\"\",1,1",
      "\"new\",\"a.js\",\"n=1 s=\"\"x\"\"\",2,1",
      "\"new\", \"a.js\", \"n=1 s=\"\"x\"\"\", 3, 1",
      "\"old\",\"a.js\",\"two\nlines\",4,1",
      "\"old\",\"a.js\",\"n=2\",null,1",
      "\"old\",\"a.js\",\"n=2\",5",
      "\"old\",\"a.js\",\"n=2\",6,1,1",
      "\"old\",\"a.js\",\"n=2\",7 ,\"1\"",
      "\"old\",\"a.js\",\"n=2\",\"8\",1",
      "\"old\",\"a.js\",\"n=2\",stray,1",
      "stray",
  };
  for (int seed = 0; seed < 200; ++seed) {
    std::string text = kHeader;
    // Orders in which every row comes after every other.
    for (int i = 0, at = seed; i < 60; ++i, at += i % 13 == 0 ? seed % 7 : 1) {
      absl::StrAppend(&text, kRows[at % (2 + seed % 10)], i % 5 == seed % 5 ? "\r\n" : "\n");
    }
    if (seed % 3 == 0) text.resize(text.size() - seed % 20);
    for (const bool lenient : {false, true}) {
      const Reading with = Read(text, lenient, true);
      const Reading without = Read(text, lenient, false);
      EXPECT_EQ(with.rows, without.rows);
      EXPECT_EQ(with.status, without.status);
      EXPECT_EQ(with.strays.first, without.strays.first);
      EXPECT_EQ(without.known, 0);
    }
  }
}

TEST(RateReaderTest, RowsInTheSameOrderAreKnownFromTheSecondTimeOn) {
  std::string text = kHeader;
  for (int run = 0; run < 4; ++run) {
    for (int i = 0; i < 10; ++i) {
      absl::StrAppend(&text, "\"old\",\"a.js\",\"n=", i, "\",", 10 * run + i, ",1\n");
    }
  }
  const Reading reading = Read(text);
  EXPECT_EQ(reading.rows.size(), 40u);
  EXPECT_EQ(reading.known, 30);
  EXPECT_EQ(reading.rows[39], "old|a.js|n=9||39");
}

TEST(RateReaderTest, HeadersThatAreNone) {
  EXPECT_THAT(ErrorOf("\"old\",\"a.js\",\"n=1\",1,1\n"),
              HasSubstr("x.csv:1:1: found no column filename in `old`, `a.js`, `n=1`, `1`, `1`, "
                        "expected a header"));
  EXPECT_THAT(ErrorOf("filename,configuration,rate,rate\n"),
              HasSubstr("x.csv:1:29: found the column rate for the second time"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("x.csv:1:1: found the end of the file, expected a header"));
  EXPECT_THAT(ErrorOf(kHeader), HasSubstr("expected at least one measurement below the header"));
}

TEST(RateReaderTest, StrayLinesAreErrorsWithTheirPlace) {
  EXPECT_THAT(ErrorOf(absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1\",1,1\n(node) Warning: x\n")),
              HasSubstr("x.csv:3:1: found 1 field, expected 5 fields. The line is `(node) Warning: "
                        "x`. Remove it, or"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1\",fast,1\n")),
              HasSubstr("x.csv:2:20: found `fast`, expected a rate"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kHeader, "hi\"old\",\"a.js\",\"n=1\",1,1\n")),
              HasSubstr("x.csv:2:3: found a quote inside of a field"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kHeader, kHeader)),
              HasSubstr("x.csv:2:1: found the header again"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1\",1,1,7\n")),
              HasSubstr("x.csv:2:24: found 6 fields, expected 5 fields"));
}

TEST(RateReaderTest, LenientReadersRememberWhatTheyLeaveOut) {
  std::string text = absl::StrCat("starting...\n", kHeader, "\"old\",\"a.js\",\"n=1\",1,1\n");
  for (int i = 0; i < 30; ++i) text += "stray \"line\n";
  text += "\"new\",\"a.js\",\"n=1\",2,1\n";
  const Reading reading = Read(text, /*lenient=*/true);
  EXPECT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(reading.rows, ElementsAre("old|a.js|n=1||1", "new|a.js|n=1||2"));
  EXPECT_EQ(reading.strays.count, 31);
  EXPECT_EQ(reading.strays.first.size(), StrayLines::kMostRemembered);
  EXPECT_THAT(reading.strays.first[0], HasSubstr("x.csv:1:1: found no column filename"));
  EXPECT_THAT(reading.strays.first[1], HasSubstr("x.csv:4:7: found a quote"));
}

TEST(RateReaderTest, ALastLineThatIsCutOff) {
  const std::string start = absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1\",1,1\n");
  // A rate may be cut off too: without the comma behind it, it is none.
  EXPECT_THAT(
      ErrorOf(start + "\"new\",\"a.js\",\"n=1\",12"),
      HasSubstr("x.csv:3:22: found the end of the file after 4 fields (the last line is cut "
                "off), expected 5 fields"));
  EXPECT_THAT(ErrorOf(start + "\"new\",\"a.js\",\"n="),
              HasSubstr("x.csv:3:14: found a quote that is"));
  EXPECT_THAT(Read(start + "\"new\",\"a.js\",\"n=1\",12", true).rows,
              ElementsAre("old|a.js|n=1||1"));
  // Only the time, which nobody reads.
  EXPECT_EQ(Read(start + "\"new\",\"a.js\",\"n=1\",12,").rows.size(), 2u);
  EXPECT_EQ(Read(start + "\"new\",\"a.js\",\"n=1\",12,1").rows.size(), 2u);
}

TEST(RateReaderTest, RatesThatAreNoNumbersAreRows) {
  for (const char* rate : {"null", "NaN", "Infinity", "NA", "", "\"12\""}) {
    EXPECT_EQ(Read(absl::StrCat(kHeader, "\"old\",\"a.js\",\"n=1\",", rate, ",1\n")).rows.size(),
              1u)
        << rate;
  }
}

}  // namespace
}  // namespace benchcell
