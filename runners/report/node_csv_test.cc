#include "runners/report/node_csv.h"

#include <fstream>
#include <map>
#include <sstream>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

constexpr char kExperiment[] = R"pb(name: "n"
                                    build { name: "24.21.0" }
                                    build { name: "24.22.3" })pb";

// The records that a line of compare.js could have come from.
void Observe(const std::string& configuration, const std::string& rate, const std::string& time,
             v1::RunRecord& record) {
  (*record.mutable_observed())["configuration"] = configuration;
  (*record.mutable_observed())["rate"] = rate;
  (*record.mutable_observed())["time"] = time;
}

// Two builds and two runs of each of one cell.
RunMaker Small() {
  RunMaker maker(kExperiment);
  maker.AddCell({{"benchmark", "misc/x.js"}, {"n", "1"}});
  maker.AddRound(0, {{1, 1}, {1, 1}});
  for (uint32_t build = 0; build < 2; ++build) {
    for (uint32_t index = 0; index < 2; ++index) {
      Observe("n=1 s='say \"hi\"'", std::to_string(build + 1) + "." + std::to_string(index), "0.5",
              maker.Record(0, build, index));
    }
  }
  return maker;
}

std::string Csv(const v1::ExperimentRun& run, const std::vector<std::string>& builds = {}) {
  const auto csv = RenderNodeCsv(run, builds);
  return csv.ok() ? *csv : std::string(csv.status().message());
}

TEST(NodeCsvTest, PairByPairWithQuotesDoubled) {
  EXPECT_EQ(Csv(Small().run()),
            "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n"
            "\"old\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",1.0,0.5\n"
            "\"new\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",2.0,0.5\n"
            "\"old\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",1.1,0.5\n"
            "\"new\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",2.1,0.5\n");
}

TEST(NodeCsvTest, OnlyRunsThatMeasuredAndCount) {
  RunMaker maker = Small();
  maker.Fail(maker.Record(0, 0, 0), v1::GENUINE_FAILURE, "killed");
  maker.Record(0, 1, 1).set_superseded(true);
  EXPECT_EQ(Csv(maker.run()),
            "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n"
            "\"new\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",2.0,0.5\n"
            "\"old\",\"misc/x.js\",\"n=1 s='say \"\"hi\"\"'\",1.1,0.5\n");
}

// The rows of a real file, put into a run in another order than theirs, come out as the same bytes.
TEST(NodeCsvTest, IsByteForByteWhatCompareJsWrote) {
  std::ifstream file("fixtures/recorded/node_core/weird-config.csv");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  std::multiset<std::string> expected;
  std::map<std::string, std::vector<std::vector<std::string>>> rates;
  while (std::getline(file, line)) {
    expected.insert(line);
    const std::vector<std::string> front = absl::StrSplit(line, absl::MaxSplits(',', 2));
    const size_t end = line.rfind("\",");
    const std::vector<std::string> numbers = absl::StrSplit(line.substr(end + 2), ',');
    const size_t begin = front[0].size() + front[1].size() + 3;
    std::string configuration = line.substr(begin, end - begin);
    for (size_t at = 0; (at = configuration.find("\"\"", at)) != std::string::npos; ++at) {
      configuration.erase(at, 1);
    }
    rates[configuration].push_back({front[0], numbers[0], numbers[1]});
  }
  ASSERT_EQ(rates.size(), 13u);

  RunMaker maker(kExperiment);
  for (const auto& [configuration, rows] : rates) {
    maker.AddCell({{"benchmark", "zlab/weird.js"}});
    const size_t runs = rows.size() / 2;
    maker.AddRound(0, {std::vector<double>(runs, 1), std::vector<double>(runs, 1)});
    std::map<std::string, uint32_t> index;
    for (const std::vector<std::string>& row : rows) {
      const uint32_t build = row[0] == "\"old\"" ? 0 : 1;
      Observe(configuration, row[1], row[2], maker.Record(0, build, index[row[0]]++));
    }
  }
  const std::string csv = Csv(maker.run());
  std::multiset<std::string> found;
  std::istringstream lines(csv);
  std::getline(lines, line);
  while (std::getline(lines, line)) found.insert(line);
  EXPECT_EQ(found, expected);
}

TEST(NodeCsvTest, TwoBuildsOfMoreAreChosenByName) {
  RunMaker maker(std::string(kExperiment) + " build { name: \"main\" }");
  maker.AddCell({{"benchmark", "misc/x.js"}});
  maker.AddRound(0, {{1}, {1}, {1}});
  for (uint32_t build = 0; build < 3; ++build) {
    Observe("", std::to_string(build), "1", maker.Record(0, build, 0));
  }
  EXPECT_THAT(Csv(maker.run()), HasSubstr("found 3 (24.21.0, 24.22.3, main), expected two"));
  EXPECT_EQ(Csv(maker.run(), {"main", "24.21.0"}),
            "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n"
            "\"old\",\"misc/x.js\",\"\",2,1\n"
            "\"new\",\"misc/x.js\",\"\",0,1\n");
  EXPECT_THAT(Csv(maker.run(), {"25"}), HasSubstr("no build 25; it has 24.21.0, 24.22.3, main"));
}

TEST(NodeCsvTest, RunsOfOtherPluginsHaveNone) {
  EXPECT_THAT(Csv(SmallRun().run()), HasSubstr("observed no configuration; only runs of"));
}

TEST(NodeCsvTest, RunsThatCountAreNoRates) {
  const absl::Status status = RenderNodeCsv(CountRun().run(), {"4", "5"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("use --format csv"), std::string::npos) << status;
}

}  // namespace
}  // namespace benchcell
