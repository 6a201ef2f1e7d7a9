#include "plugins/vitest/report.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::vitest {
namespace {

using ::testing::HasSubstr;

const char kReport[] = R"json({
  "format": 1, "nodeVersion": "v24.22.1", "complete": true, "vitestVersion": "5.1.0",
  "pool": "forks", "isolate": false, "environment": "node", "maxWorkers": 2,
  "fsModuleCache": true,
  "testFiles": {"total": 3, "passed": 2, "failed": 1, "skipped": 0},
  "tests": {"total": 9, "passed": 6, "failed": 2, "skipped": 1},
  "unhandledErrors": {"count": 1, "firstMessage": "late"},
  "phasesMs": {"setup": 12.5, "tests": 3, "worker": null, "huge": 1e999}
})json";

std::string With(const std::string& find, const std::string& replacement) {
  std::string text = kReport;
  const size_t at = text.find(find);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, find.size(), replacement);
}

std::string ErrorOf(const std::string& text) {
  return std::string(ParseReport(text).status().message());
}

TEST(ParseReportTest, ReadsEveryField) {
  const auto report = ParseReport(With(", \"huge\": 1e999", ""));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->complete);
  EXPECT_EQ(report->node_version, "v24.22.1");
  EXPECT_EQ(report->vitest_version, "5.1.0");
  EXPECT_EQ(report->pool, "forks");
  EXPECT_FALSE(report->isolate);
  EXPECT_EQ(report->environment, "node");
  EXPECT_EQ(report->max_workers, 2);
  EXPECT_TRUE(report->fs_module_cache);
  EXPECT_EQ(report->test_files.failed, 1);
  EXPECT_EQ(report->tests.total, 9);
  EXPECT_EQ(report->tests.passed, 6);
  EXPECT_EQ(report->tests.skipped, 1);
  EXPECT_EQ(report->unhandled_errors, 1);
  EXPECT_EQ(report->first_unhandled_error, "late");
  // A phase without a number is left out.
  EXPECT_EQ(report->phases_ms, (std::map<std::string, double>{{"setup", 12.5}, {"tests", 3}}));
}

TEST(ParseReportTest, AnIncompleteReportNeedsOnlyItsHead) {
  const auto report = ParseReport(R"({"format":1,"nodeVersion":"v24.22.1","complete":false})");
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_FALSE(report->complete);
}

TEST(ParseReportTest, SaysWhichFieldIsWrong) {
  const std::string good = With(", \"huge\": 1e999", "");
  const auto with = [&good](const std::string& find, const std::string& replacement) {
    std::string text = good;
    return ErrorOf(text.replace(text.find(find), find.size(), replacement));
  };
  EXPECT_EQ(with("\"format\": 1", "\"format\": 2"), "report: found format 2, expected 1");
  EXPECT_EQ(with("\"pool\": \"forks\"", "\"pool\": 7"),
            "report: \"pool\" is number, expected a text");
  EXPECT_EQ(with("\"maxWorkers\": 2", "\"maxWorkers\": 2.5"),
            "report: \"maxWorkers\" is number, expected a whole number");
  EXPECT_EQ(with("\"maxWorkers\": 2", "\"maxWorkers\": 18446744073709551615"),
            "report: \"maxWorkers\" is number, expected a whole number");
  EXPECT_EQ(with("\"total\": 9", "\"totals\": 9"),
            "report.tests: \"total\" is nothing, expected a whole number");
  EXPECT_THAT(with("{\"total\": 3", "[{\"total\": 3"), HasSubstr("no JSON object"));
  EXPECT_EQ(with("\"isolate\": false", "\"isolate\": null"),
            "report: \"isolate\" is nothing, expected a boolean");
  EXPECT_THAT(ErrorOf(""), HasSubstr("0 bytes that are no JSON object"));
  EXPECT_THAT(ErrorOf("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("\"format\" is nothing"));
}

TEST(ParseAppSummaryTest, NeedsItsCounts) {
  EXPECT_EQ(ParseAppSummary(R"({"testFiles":8,"tests":9})")->tests, 9);
  EXPECT_EQ(ParseAppSummary(R"({"testFiles":8,"tests":9})")->test_files, 8);
  EXPECT_FALSE(ParseAppSummary(R"({"testFiles":"8","tests":9})").ok());
}

TEST(ParseExpectedTest, NeedsItsVersions) {
  EXPECT_EQ(ParseExpected(R"({"node":"24.22.1","vitest":"5.1.0"})")->vitest_version, "5.1.0");
  EXPECT_FALSE(ParseExpected(R"({"node":"24.22.1"})").ok());
}

}  // namespace
}  // namespace benchcell::vitest
