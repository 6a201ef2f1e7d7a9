#include "runners/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/compare/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kHeader[] = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";

// Runs of one configuration, old and new in turns.
std::string Rows(const std::string& configuration, double old_rate, double new_rate) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    absl::StrAppend(&text, "\"old\",\"a.js\",\"", configuration, "\",", old_rate + i % 3, ",1\n");
    absl::StrAppend(&text, "\"new\",\"a.js\",\"", configuration, "\",", new_rate + i % 4, ",1\n");
  }
  return text;
}

CompareOptions Of(std::vector<std::string> files) {
  CompareOptions options;
  options.files = std::move(files);
  return options;
}

TEST(CompareTest, PrintsATable) {
  const std::string text = absl::StrCat(kHeader, Rows("s='a|b' q=\"\"x\"\"", 1000, 1100),
                                        Rows("n=1", 1000, 1000), "\"old\",\"a.js\",\"z\",1,1\n");
  const CompareResult result = *CompareCsv(Of({TemporaryFile("x.csv", text)}));
  // clang-format off
  EXPECT_EQ(result.text.substr(0, result.text.find("\n\n")),
            R"(| benchmark           | confidence | improvement | accuracy (*) |   (**) |  (***) | Δ of pairs |      95% interval |      p |     q | detectable |    n | note          |
| ------------------- | ---------: | ----------: | -----------: | -----: | -----: | ---------: | ----------------: | -----: | ----: | ---------: | ---: | ------------- |
| a.js n=1            |            |      0.06 % |       ±0.11% | ±0.16% | ±0.22% |     +0.05% |  −0.05% to +0.20% |  0.438 | 0.438 |      0.22% |    8 |               |
| a.js s='a\|b' q="x" |        *** |     10.05 % |       ±0.11% | ±0.16% | ±0.22% |    +10.04% | +9.93% to +10.20% | 0.0078 | 0.016 |      0.20% |    8 |               |
| a.js z              |          – |           – |            – |      – |      – |          – |                 – |      – |     – |          – | 1, 0 | no row of new |)");
  // clang-format on
  EXPECT_FALSE(result.complete);
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(CompareTest, ACompleteTableHasNoNotes) {
  const CompareResult result =
      *CompareCsv(Of({TemporaryFile("x.csv", absl::StrCat(kHeader, Rows("n=1", 10, 12)))}));
  EXPECT_TRUE(result.complete);
  EXPECT_THAT(result.text, AllOf(Not(HasSubstr("note")), Not(HasSubstr("machine")),
                                 Not(HasSubstr("binary |")), HasSubstr("Rates against old")));
}

// What compare.R is given, it can't read or count; every one of them has its table here.
TEST(CompareTest, FilesThatCompareRRefusesHaveTheirRows) {
  EXPECT_THAT(CompareCsv(Of({Recorded("edge/constant.csv")}))->text, HasSubstr("+10.00%"));
  EXPECT_THAT(CompareCsv(Of({Recorded("edge/nullrate.csv")}))->text,
              HasSubstr("1 of 1 rate of old is null: left out"));
  EXPECT_THAT(CompareCsv(Of({Recorded("edge/three.csv")}))->text,
              AllOf(HasSubstr("| new "), HasSubstr("| mid ")));
  EXPECT_THAT(CompareCsv(Of({Recorded("edge/onesided.csv")}))->text, HasSubstr("no row of new"));
}

TEST(CompareTest, SpacesOutsideOfQuotesAreNoPartOfNames) {
  EXPECT_THAT(CompareCsv(Of({Recorded("edge/spaced.csv")}))->text, HasSubstr("| a.js n=1 "));
}

TEST(CompareTest, LenientLeavesStrayLinesOutAndSaysSo) {
  const std::string file =
      TemporaryFile("x.csv", absl::StrCat(kHeader, "hello\n", Rows("n=1", 10, 12)));
  CompareOptions options = Of({file});
  const absl::Status strict = CompareCsv(options).status();
  EXPECT_EQ(strict.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(strict.message()), HasSubstr(file + ":2:1: found 1 field"));
  options.lenient = true;
  EXPECT_THAT(CompareCsv(options)->warnings,
              ElementsAre(file + ":2:1: found 1 field, expected 5 fields; left out"));
}

TEST(CompareTest, SeveralFilesAreMachines) {
  const std::string one = TemporaryFile("lab-1.csv", absl::StrCat(kHeader, Rows("n=1", 10, 12)));
  const std::string two = TemporaryFile("lab-2.csv", absl::StrCat(kHeader, Rows("n=1", 50, 60)));
  const CompareResult result = *CompareCsv(Of({one, two}));
  EXPECT_THAT(result.text, AllOf(HasSubstr("| all, each by itself |"), HasSubstr("| lab-1 "),
                                 HasSubstr("| lab-2 "), HasSubstr("never pooled")));
  CompareOptions options = Of({one, two});
  options.format = CompareFormat::kCompareR;
  EXPECT_THAT(std::string(CompareCsv(options).status().message()),
              HasSubstr("found results of 2 machines, expected those of one"));
}

TEST(CompareTest, FilesWithoutBinariesAreBinaries) {
  const std::string header = "\"filename\", \"configuration\", \"rate\", \"time\"\n";
  const auto rows = [](double rate) {
    std::string text;
    for (int i = 0; i < 8; ++i)
      absl::StrAppend(&text, "\"a.js\", \"n=1\", ", rate + i % 3, ", 1\n");
    return text;
  };
  const std::string v22 = TemporaryFile("v22.csv", header + rows(10));
  const std::string v24 = TemporaryFile("v24.csv", header + rows(20));
  EXPECT_THAT(CompareCsv(Of({v22, v24}))->text,
              AllOf(HasSubstr("Rates against v22"), Not(HasSubstr("machine"))));
  EXPECT_THAT(std::string(CompareCsv(Of({v22})).status().message()),
              HasSubstr("found rows of one binary alone (v22), expected two to compare"));
}

TEST(CompareTest, FilesAreChecked) {
  EXPECT_EQ(CompareCsv(Of({})).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CompareCsv(Of({"no/such.csv"})).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(CompareCsv(Of({"a/x.csv", "b/x.csv.gz"})).status().message()),
              HasSubstr("two files named x"));
}

}  // namespace
}  // namespace benchcell
