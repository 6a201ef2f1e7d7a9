#include "runners/report/csv.h"

#include <gtest/gtest.h>

#include <map>

#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

// A reader of RFC 4180, strict about it.
std::vector<std::vector<std::string>> Parse(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, {""});
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string& field = lines.back().back();
    if (quoted) {
      if (text[i] != '"') {
        field += text[i];
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (text[i] == '"') {
      EXPECT_TRUE(field.empty()) << "a quote inside an unquoted field";
      quoted = true;
    } else if (text[i] == ',') {
      lines.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      ++i;
      if (i + 1 < text.size()) lines.push_back({""});
    } else {
      EXPECT_TRUE(text[i] != '\n' && text[i] != '\r') << "an unquoted line break";
      field += text[i];
    }
  }
  EXPECT_FALSE(quoted);
  return lines;
}

// The lines as maps from column to field.
std::vector<std::map<std::string, std::string>> Rows(const std::string& text) {
  const auto lines = Parse(text);
  std::vector<std::map<std::string, std::string>> rows;
  for (size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].size(), lines[0].size());
    std::map<std::string, std::string> row;
    for (size_t j = 0; j < lines[0].size(); ++j) row[lines[0][j]] = lines[i][j];
    rows.push_back(row);
  }
  return rows;
}

std::string Render(const v1::ExperimentRun& run) {
  const auto table = BuildTable(run, {});
  EXPECT_TRUE(table.ok()) << table.status();
  return RenderCsv(run, *table);
}

TEST(CsvTest, OneLineForEachRecordAndSample) {
  RunMaker maker = SmallRun();
  v1::RunRecord& record = *maker.run().mutable_record(0);
  v1::Sample& sample = *record.add_sample();
  sample.set_metric("extra");
  sample.set_benchmark("b");
  sample.set_value(1.0 / 3);
  maker.Fail(*maker.run().mutable_record(1), v1::TIMEOUT, "too long");
  const auto rows = Rows(Render(maker.run()));
  ASSERT_EQ(rows.size(), 25);
  EXPECT_EQ(rows[0].at("value"), "5");
  EXPECT_EQ(rows[0].at("unit"), "s");
  EXPECT_EQ(rows[0].at("axis.pool"), "forks");
  EXPECT_EQ(rows[0].at("observed.maxWorkers"), "4");
  EXPECT_EQ(rows[0].at("processor_model"), "Test CPU");
  EXPECT_EQ(rows[1].at("metric"), "extra");
  EXPECT_EQ(rows[1].at("benchmark"), "b");
  EXPECT_EQ(rows[1].at("value"), "0.3333333333333333");
  EXPECT_EQ(rows[2].at("status"), "TIMEOUT");
  EXPECT_EQ(rows[2].at("value"), "");
  EXPECT_EQ(rows[2].at("metric"), "");
}

TEST(CsvTest, AllFieldsOfARecord) {
  RunMaker maker("name: 'e' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{2}});
  EXPECT_TRUE(google::protobuf::TextFormat::MergeFromString(
      R"pb(
        start_time { seconds: 1790000000 nanos: 500000000 }
        exit { signal: 9 timed_out: true }
        usage {
          wall_ns: 18446744073709551615
          user_cpu_ns: 2
          system_cpu_ns: 3
          peak_memory_bytes: 4
          voluntary_context_switches: 5
          involuntary_context_switches: 6
          accounting: CGROUP_V2
          foreign_cpu_ns: -1
        }
        raw_output { name: "st,\"d" sha256: "ab" size: 7 }
        superseded: true
      )pb",
      maker.run().mutable_record(0)));
  const auto rows = Rows(Render(maker.run()));
  ASSERT_EQ(rows.size(), 1);
  const std::map<std::string, std::string> expected = {
      {"run_id", "example-1"},
      {"experiment", "e"},
      {"digest", "d1"},
      {"seed", "7"},
      {"benchcell_version", "1.0"},
      {"cell", "0"},
      {"round", "0"},
      {"position", "0"},
      {"build", "a"},
      {"index", "0"},
      {"attempt", "1"},
      {"superseded", "true"},
      {"machine", "lab-1"},
      {"epoch", "1"},
      {"platform", "linux-x64"},
      {"processor_model", "Test CPU"},
      {"logical_cpus", "4"},
      {"start_time", "2026-09-21T14:13:20.500Z"},
      {"exit_code", ""},
      {"exit_signal", "9"},
      {"timed_out", "true"},
      {"wall_ns", "18446744073709551615"},
      {"user_cpu_ns", "2"},
      {"system_cpu_ns", "3"},
      {"peak_memory_bytes", "4"},
      {"voluntary_context_switches", "5"},
      {"involuntary_context_switches", "6"},
      {"accounting", "CGROUP_V2"},
      {"foreign_cpu_ns", ""},
      {"status", "OK"},
      {"message", ""},
      {"raw_output", "[{\"name\":\"st,\\\"d\",\"sha256\":\"ab\",\"size\":7}]"},
      {"metric", "wall_time"},
      {"benchmark", ""},
      {"unit", "s"},
      {"value", "2"},
      {"cause", ""},
      {"all_machines_ratio", ""},
      {"all_machines_low", ""},
      {"all_machines_high", ""}};
  EXPECT_EQ(rows[0], expected);
}

TEST(CsvTest, TheCauseStandsBesideTheCountsThatMoved) {
  const auto rows = Rows(Render(CountRun().run()));
  ASSERT_EQ(rows.size(), 24u) << "six runs of four benchmarks";
  for (const auto& row : rows) {
    const bool moved = row.at("build") == "5";
    const std::string& benchmark = row.at("benchmark");
    EXPECT_EQ(row.at("cause"), !moved                 ? ""
                               : benchmark == "dense" ? "the runner's own frames"
                               : benchmark == "local" ? "tier flip"
                                                      : "")
        << row.at("build") << " " << benchmark;
    EXPECT_EQ(row.at("all_machines_ratio"), "");
  }
}

TEST(CsvTest, SupersededRecordsHaveNoCause) {
  CountRunMaker maker = CountRun();
  v1::RunRecord given_up = maker.run().record(1);
  given_up.set_superseded(true);
  *maker.run().add_record() = given_up;
  const auto rows = Rows(Render(maker.run()));
  EXPECT_EQ(rows.back().at("build"), "5");
  EXPECT_EQ(rows.back().at("cause"), "");
}

TEST(CsvTest, RunsOfSeveralMachinesAreListedByMachineWithTheEstimateOfAll) {
  RunMaker maker = TwoMachines();
  const double ratio = *BuildTable(maker.run(), {})->rows[0].changes[0].ratio;
  const auto rows = Rows(Render(maker.run()));
  ASSERT_EQ(rows.size(), 32u);
  for (const auto& row : rows) {
    if (row.at("build") == "old") {
      EXPECT_EQ(row.at("all_machines_ratio"), "");
      continue;
    }
    EXPECT_EQ(std::stod(row.at("all_machines_ratio")), ratio) << row.at("machine");
    EXPECT_LT(std::stod(row.at("all_machines_low")), ratio);
    EXPECT_GT(std::stod(row.at("all_machines_high")), ratio);
  }
}

TEST(CsvTest, AwkwardTextComesBackAsItWas) {
  const std::vector<std::string> awkward = {
      "a,b",   "say \"hi\"", "two\nlines",   "cr\rlf\r\n", "\"",
      " pad ", "\U0001F680", "\u05e9\u05dc", "a|b",        ""};
  RunMaker maker("name: 'e' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  for (const std::string& text : awkward) {
    maker.AddCell({{"ax,is", text}});
    maker.AddRound(0, {{1}});
    maker.Record(0, 0, 0).set_message(text);
  }
  const auto rows = Rows(Render(maker.run()));
  ASSERT_EQ(rows.size(), awkward.size());
  for (size_t i = 0; i < awkward.size(); ++i) {
    EXPECT_EQ(rows[i].at("axis.ax,is"), awkward[i]);
    EXPECT_EQ(rows[i].at("message"), awkward[i]);
  }
}

TEST(CsvTest, LinesAreQuotedOnlyWhereTheyMust) {
  EXPECT_EQ(CsvLine({"a", "b c", "d,e", "f\"g"}), "a,b c,\"d,e\",\"f\"\"g\"\r\n");
  EXPECT_EQ(CsvLine({""}), "\r\n");
}

}  // namespace
}  // namespace benchcell
