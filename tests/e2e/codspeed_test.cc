// Real benchmarks under real valgrind: names that break formats, a benchmark that throws, and the
// order artefact.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "nlohmann/json.hpp"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;

// Counts by benchmark, of one build. 0: it has none.
std::map<std::string, double> Counts(const json& table) {
  std::map<std::string, double> counts;
  for (const json& row : table.at("rows")) {
    const json& median = row.at("builds").at(0).at("median");
    counts[row.at("benchmark").get<std::string>()] = median.is_null() ? 0 : median.get<double>();
  }
  return counts;
}

json TableOf(const Finished& run) {
  const json report = json::parse(run.out, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(report.is_discarded()) << run.out << run.log;
  return report.contains("table") ? report.at("table") : report;
}

Finished Measure(BenchcellProgram& benchcell, const std::string& name) {
  return benchcell.Run({"run", "tests/e2e/" + name + ".textproto",
                        "--bundles=tests/e2e/" + name + ".bundles.json", "--format=json"});
}

TEST(CodspeedTest, OddNamesAndAThrowLeaveTheOthersAlone) {
  BenchcellProgram benchcell("odd");
  const Finished run = Measure(benchcell, "codspeed-files");
  EXPECT_EQ(run.code, 1) << "some benchmarks failed" << run.log;
  const std::map<std::string, double> counts = Counts(TableOf(run));
  const std::string odd = "src/odd.bench.ts::";
  // All of them do nothing, so all have nearly the same count.
  const double expected = counts.at(odd + "twice (2)");
  EXPECT_GT(expected, 0);
  for (const std::string& name :
       {std::string("tab\there"), std::string("quotes \" ' `"), std::string("\xF0\x9F\x9A\x80"),
        std::string(), std::string(3000, 'x'), std::string("line\nbreak\ntotals: 5"),
        std::string("a::b::c"), std::string("twice"), std::string("twice (2) (2)"),
        std::string("\xEF\xBF\xBDhalf")}) {
    ASSERT_THAT(counts, Contains(Key(odd + name)));
    EXPECT_GT(counts.at(odd + name), 0.5 * expected) << name;
    EXPECT_LT(counts.at(odd + name), 3 * expected) << name;
  }
  EXPECT_EQ(counts.at(odd + "throws"), 0);
  EXPECT_EQ(counts.at(odd + "after"), 0);
  EXPECT_FALSE(counts.contains(odd + "skipped"));
  EXPECT_THAT(run.out, HasSubstr("threw: boom (src/odd.bench.ts:"));
  EXPECT_THAT(run.out, HasSubstr("not run: src/odd.bench.ts::throws before it threw"));

  const std::string killed = "src/killed.bench.ts::";
  EXPECT_GT(counts.at(killed + "before"), 0);
  EXPECT_EQ(counts.at(killed + "killed"), 0);
  EXPECT_EQ(counts.at(killed + "after"), 0);
  EXPECT_THAT(run.out, HasSubstr("Worker exited unexpectedly"));

  // In one process, the first of three equal benchmarks pays for the others.
  const std::string order = "src/order.bench.ts::";
  EXPECT_GT(counts.at(order + "first"), 1.5 * counts.at(order + "third"));
}

TEST(CodspeedTest, WithAProcessForEachTheOrderDoesNotMatter) {
  BenchcellProgram benchcell("order");
  const Finished run = Measure(benchcell, "codspeed-order");
  EXPECT_EQ(run.code, 0) << run.log;
  const std::map<std::string, double> counts = Counts(TableOf(run));
  const std::string order = "src/order.bench.ts::";
  const double first = counts.at(order + "first");
  EXPECT_GT(first, 0);
  EXPECT_NEAR(counts.at(order + "second"), first, 0.01 * first);
  EXPECT_NEAR(counts.at(order + "third"), first, 0.01 * first);
}

}  // namespace
}  // namespace benchcell
