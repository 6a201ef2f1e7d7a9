// Against what R printed: fixtures/recorded/node_core.

#include "runners/compare/compare_r.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/compare/compare.h"
#include "runners/compare/csv_records.h"
#include "runners/compare/rate_reader.h"
#include "runners/compare/testing.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

absl::StatusOr<std::string> Render(const std::string& file,
                                   NameOrder order = NameOrder::kBytewise) {
  CompareOptions options;
  options.files = {file};
  options.format = CompareFormat::kCompareR;
  options.comparison.order = order;
  const absl::StatusOr<CompareResult> result = CompareCsv(options);
  if (!result.ok()) return result.status();
  return result->text;
}

std::string RPrinted(const std::string& name) { return *ReadFile(Recorded(name)); }

TEST(CompareRTest, IsWhatRPrintsCharacterForCharacter) {
  const std::map<std::string, std::string> kFiles = {
      {"buffer-zero", ".csv"},    {"startup-core", ".csv"},      {"url-format", ".csv"},
      {"weird-config", ".csv"},   {"mid30k_500x30", ".csv.zst"}, {"edge/crlf", ".csv"},
      {"edge/emptyconf", ".csv"}, {"edge/onesided", ".csv"},     {"edge/runs1", ".csv"},
      {"edge/spaced", ".csv"},    {"edge/unequal", ".csv"}};
  for (const auto& [name, extension] : kFiles) {
    EXPECT_EQ(*Render(Recorded(name + extension), NameOrder::kLocale), RPrinted(name + ".R.txt"))
        << name;
  }
  EXPECT_EQ(*Render(Recorded("startup-core.csv.gz")), RPrinted("startup-core.R.txt"));
}

TEST(CompareRTest, IsWhatRPrintsInTheCLocaleToo) {
  EXPECT_EQ(*Render(Recorded("weird-config.csv")), RPrinted("weird-config.bytewise.R.txt"));
  EXPECT_EQ(*Render(Recorded("mid30k_500x30.csv.zst")), RPrinted("mid30k_500x30.bytewise.R.txt"));
}

// R prints no table there; the error says what R says.
TEST(CompareRTest, StopsWhereRStops) {
  for (const auto& [name, words] :
       {std::pair("edge/constant", "data are essentially constant"),
        std::pair("edge/nullrate", "scan() expected 'a real', got 'null'"),
        std::pair("edge/three", "grouping factor must have exactly 2 levels")}) {
    EXPECT_THAT(RPrinted(absl::StrCat(name, ".R.txt")), HasSubstr(words));
    const absl::Status status = Render(Recorded(absl::StrCat(name, ".csv"))).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
    EXPECT_THAT(std::string(status.message()), HasSubstr("a.js n=1"));
  }
}

std::string RowsOf(const std::string& old_rates, const std::string& new_rates) {
  std::string text = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";
  for (const auto& [binary, rates] : {std::pair("old", old_rates), std::pair("new", new_rates)}) {
    for (size_t at = 0; at < rates.size();) {
      const size_t end = std::min(rates.find(' ', at), rates.size());
      absl::StrAppend(&text, "\"", binary, "\",\"a.js\",\"n=1\",", rates.substr(at, end - at),
                      ",1\n");
      at = end + 1;
    }
  }
  return text;
}

// The rows are what R 4.2.2 printed for these rates.
TEST(CompareRTest, RatesThatAreNoNumbers) {
  const auto row = [](const std::string& old_rates, const std::string& new_rates) {
    const absl::StatusOr<std::string> text =
        Render(TemporaryFile("x.csv", RowsOf(old_rates, new_rates)));
    if (!text.ok()) return std::string(text.status().message());
    const size_t begin = text->find('\n') + 1;
    return text->substr(begin, text->find('\n', begin) - begin);
  };
  EXPECT_EQ(row("100 101 99 NaN", "110 111 112"),
            "a.js n=1        ***       NaN %         \u00b1NA% \u00b1NA%  \u00b1NA%");
  EXPECT_EQ(row("100 101 99 NA", "110 111 112"),
            "a.js n=1        ***        NA %         \u00b1NA% \u00b1NA%  \u00b1NA%");
  EXPECT_EQ(row("0 0 0", "110 111 112"),
            "a.js n=1        ***       Inf %        \u00b1Inf% \u00b1Inf% \u00b1Inf%");
  EXPECT_EQ(row("NaN 1 2 NA", "1 2 4"),
            "a.js n=1                   NA %         \u00b1NA% \u00b1NA%  \u00b1NA%");
  EXPECT_EQ(row("-1 -2 -4", "-1 -2 -3"),
            "a.js n=1               -14.29 %    \u00b1-133.75% \u00b1-232.57% \u00b1-470.71%");
  EXPECT_EQ(row("Infinity", "110"), "a.js n=1         NA       NaN %           NA   NA    NA");
  EXPECT_EQ(row("110", "Infinity"), "a.js n=1         NA       Inf %           NA   NA    NA");
  EXPECT_THAT(row("100 Infinity 99", "110 111 112"), HasSubstr("has an infinite rate"));
  EXPECT_THAT(row("100 NaN", "110 111 112"), HasSubstr("fewer than two numbers"));
  EXPECT_THAT(row("0 0", "0 0"), HasSubstr("same rate every time"));
}

TEST(CompareRTest, RefusesToPool) {
  RateTable table(false);
  for (const char* machine : {"a", "b"}) {
    table.Add("old", "a.js", "", machine, {RateKind::kNumber, 1});
  }
  EXPECT_EQ(RenderCompareR(table, NameOrder::kBytewise).status().code(),
            absl::StatusCode::kInvalidArgument);
}

// A file of R's numbers with 17 digits: the values of each column by the configuration's name.
using Reference = std::map<std::string, std::map<std::string, double>>;

Reference ReadReference(const std::string& name) {
  const std::unique_ptr<ByteSource> source = *OpenByteSource(Recorded(name + ".fullprec.csv"));
  CsvRecords records(*source, name, OuterSpaces::kStrip);
  EXPECT_TRUE(*records.Next());
  std::vector<std::string> columns;
  for (const CsvField& field : records.fields()) columns.emplace_back(field.text);
  Reference reference;
  while (*records.Next()) {
    auto& row = reference[std::string(records.fields()[0].text)];
    for (size_t i = 1; i < columns.size(); ++i) {
      row[columns[i]] = std::strtod(std::string(records.fields()[i].text).c_str(), nullptr);
    }
  }
  return reference;
}

RateTable ReadTable(const std::string& file) {
  const std::unique_ptr<ByteSource> source = *OpenByteSource(Recorded(file));
  RateReader reader(*source, file, OuterSpaces::kStrip, /*lenient=*/false);
  RateTable table(/*keep_samples=*/false);
  while (*reader.Next()) {
    const RateRow& row = reader.row();
    table.Add(row.binary, row.filename, row.configuration, row.machine, row.rate);
  }
  return table;
}

void ExpectClose(double value, double reference, const std::string& what) {
  EXPECT_LE(std::abs(value - reference), 1e-9 * std::abs(reference))
      << what << ": " << value << " for " << reference;
}

TEST(CompareRTest, NumbersAreThoseOfRWithinABillionth) {
  int rows = 0;
  for (const auto& [name, extension] :
       std::map<std::string, std::string>{{"buffer-zero", ".csv"},
                                          {"startup-core", ".csv"},
                                          {"url-format", ".csv"},
                                          {"weird-config", ".csv"},
                                          {"mid30k_500x30", ".csv.zst"}}) {
    Reference reference = ReadReference(name);
    const RateTable table = ReadTable(name + extension);
    ASSERT_EQ(table.configurations().size(), reference.size()) << name;
    RateComparer comparer;
    for (const RateConfiguration& configuration : table.configurations()) {
      auto& r = reference[std::string(configuration.name)];
      ASSERT_FALSE(r.empty()) << configuration.name;
      const bool old_first = table.binaries()[0] == "old";
      const Moments& old_rates = configuration.Find(old_first ? 0 : 1, 0)->rates;
      const Moments& new_rates = configuration.Find(old_first ? 1 : 0, 0)->rates;
      const RateComparison row = comparer.Compare(old_rates, new_rates);
      ExpectClose(old_rates.Mean(), r["mean_old"], "mean_old");
      ExpectClose(new_rates.Mean(), r["mean_new"], "mean_new");
      ExpectClose(old_rates.Variance(), r["var_old"], "var_old");
      ExpectClose(new_rates.Variance(), r["var_new"], "var_new");
      ExpectClose(row.improvement_percent, r["improvement_pct"], "improvement_pct");
      ExpectClose(row.test.t, r["t_old_minus_new"], "t");
      ExpectClose(row.test.degrees_of_freedom, r["df"], "df");
      ExpectClose(row.test.PValue(), r["p_value"], "p_value");
      ExpectClose(row.accuracy_percent[0], r["acc95_pct"], "acc95_pct");
      ExpectClose(row.accuracy_percent[1], r["acc99_pct"], "acc99_pct");
      ExpectClose(row.accuracy_percent[2], r["acc999_pct"], "acc999_pct");
      ++rows;
    }
  }
  EXPECT_GE(rows, 500);
}

}  // namespace
}  // namespace benchcell
