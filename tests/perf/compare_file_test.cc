#include "tests/perf/compare_file.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/compare/compare.h"
#include "runners/compare/csv_records.h"

namespace benchcell {
namespace {

std::string Written(const std::string& text) {
  const std::string path = absl::StrCat(std::getenv("TEST_TMPDIR"), "/results.csv");
  EXPECT_TRUE(WriteFile(path, text).ok());
  return path;
}

TEST(CompareFileTest, HasTheRowsThatWereAskedFor) {
  const std::string path = Written(MakeResults(50, 6));
  const std::unique_ptr<ByteSource> source = *OpenByteSource(path);
  CsvRecords records(*source, path, OuterSpaces::kStrip);
  int rows = 0;
  int64_t fields = 0;
  bool quotes = false;
  bool commas = false;
  while (*records.Next()) {
    ASSERT_FALSE(records.fault().has_value());
    ASSERT_EQ(records.fields().size(), 5u);
    ++rows;
    fields += 5;
    quotes = quotes || records.fields()[2].text.find('"') != std::string_view::npos;
    commas = commas || records.fields()[2].text.find(',') != std::string_view::npos;
  }
  EXPECT_EQ(rows, 1 + 2 * 50 * 6);
  EXPECT_TRUE(quotes && commas);
  // The scan sees what the reader sees.
  EXPECT_EQ(ScanPlainly(path), fields);
}

TEST(CompareFileTest, IsTheSameEveryTime) { EXPECT_EQ(MakeResults(20, 3), MakeResults(20, 3)); }

TEST(CompareFileTest, CanBeCompared) {
  for (const CompareFormat format : {CompareFormat::kCompareR, CompareFormat::kMarkdown}) {
    CompareOptions options;
    options.files = {Written(MakeResults(50, 6))};
    options.format = format;
    const absl::StatusOr<CompareResult> result = CompareCsv(options);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_TRUE(result->complete);
    EXPECT_GT(std::count(result->text.begin(), result->text.end(), '\n'), 50);
  }
}

TEST(CompareFileTest, ThreadsChangeNothing) {
  for (const CompareFormat format : {CompareFormat::kCompareR, CompareFormat::kMarkdown}) {
    CompareOptions options;
    options.files = {Written(MakeResults(4000, 6))};
    options.format = format;
    options.threads = 1;
    const std::string text = CompareCsv(options)->text;
    options.threads = 3;
    EXPECT_EQ(CompareCsv(options)->text, text);
  }
}

TEST(CompareFileTest, AFileThatIsNotThereHasNoFields) { EXPECT_EQ(ScanPlainly("no/such"), -1); }

}  // namespace
}  // namespace benchcell
