// Runs of several machines: never pooled, and what pooling would do.

#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "runners/report/captions.h"
#include "runners/report/markdown.h"
#include "runners/report/notes.h"
#include "runners/report/testing.h"
#include "runners/stats/generated_noise.h"
#include "runners/stats/moments.h"
#include "runners/stats/welch.h"

namespace benchcell {
namespace {

constexpr char kExperiment[] =
    "name: 'lab' title: 'Lab' build { name: 'old' } build { name: 'new' } "
    "protocol { rounds: 1 runs: 1 }";

// Moves the records of a round of the latest cell to a machine.
void MoveRound(RunMaker& maker, uint32_t round, const std::string& machine) {
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() + 1 != static_cast<uint32_t>(maker.run().cell_size())) continue;
    if (record.round() == round) record.set_machine(machine);
  }
}

// A cell measured by machines of these levels (seconds), one round on each; runs have a noise of
// one per cent, and the new build takes `ratio` times as long.
void AddCell(RunMaker& maker, GeneratedNoise& noise, const std::vector<double>& levels, int runs,
             double ratio) {
  maker.AddCell({{"script", absl::StrCat("cell-", maker.run().cell_size())}});
  for (uint32_t machine = 0; machine < levels.size(); ++machine) {
    std::vector<std::vector<double>> seconds(2);
    for (int run = 0; run < runs; ++run) {
      seconds[0].push_back(levels[machine] * std::exp(0.01 * noise.Normal()));
      seconds[1].push_back(levels[machine] * ratio * std::exp(0.01 * noise.Normal()));
    }
    maker.AddRound(machine, seconds);
    MoveRound(maker, machine, absl::StrCat("lab-", machine + 1));
  }
}

Table Build(RunMaker& maker) {
  maker.run().mutable_resolved()->mutable_experiment()->mutable_protocol()->set_rounds(1);
  const auto table = BuildTable(maker.run(), {});
  EXPECT_TRUE(table.ok()) << table.status();
  return *table;
}

// What a test of all samples of a cell together would say: the half width of its interval, as a
// share of the mean.
double PooledAccuracy(const v1::ExperimentRun& run, uint32_t cell) {
  Moments sides[2];
  for (const v1::RunRecord& record : run.record()) {
    if (record.cell() != cell) continue;
    sides[record.planned().build()].Add(record.sample(0).value());
  }
  const WelchTest test = TestMeans(sides[1], sides[0]);
  return StudentQuantile(test.degrees_of_freedom, 0.05) * test.standard_error / sides[0].Mean();
}

double Accuracy(const RatioInterval& interval) { return (interval.high - interval.low) / 2; }

TEST(SeveralMachinesTest, StrataFindWhatPoolingCannot) {
  GeneratedNoise noise(65329);
  RunMaker maker(kExperiment);
  // Four machines, as different as those of a hosted service; two per cent slower on each.
  AddCell(maker, noise, {0.040, 0.052, 0.031, 0.047}, 30, 1.02);
  const Table table = Build(maker);
  ASSERT_EQ(table.rows.size(), 5u);
  const ChangeResult& all = table.rows[0].changes[0];
  ASSERT_TRUE(all.stratified->estimate.has_value());
  EXPECT_GT(PooledAccuracy(maker.run(), 0), 0.04) << "a change of 2 % is lost in it";
  EXPECT_LT(Accuracy(*all.Interval()), 0.005);
  EXPECT_LE(all.Interval()->low, 1.02);
  EXPECT_GE(all.Interval()->high, 1.02);
  EXPECT_LT(*all.PValue(), 1e-6);
  EXPECT_EQ(all.ratio, all.stratified->estimate->ratio);
  double weights = 0;
  for (size_t i = 0; i < 4; ++i) {
    const StratumShare& stratum = all.stratified->strata[i];
    EXPECT_EQ(stratum.machine, table.rows[i + 1].machine);
    weights += *stratum.weight;
    const ChangeResult& own = table.rows[i + 1].changes[0];
    EXPECT_LT(Accuracy(*all.Interval()), Accuracy(*own.Interval()));
  }
  EXPECT_NEAR(weights, 1, 1e-12);
}

TEST(SeveralMachinesTest, NothingIsFoundWhereNothingIs) {
  // Each machine measures with its own level, and one leaves after a third of the runs of one
  // build: pooling would take the levels for a change.
  GeneratedNoise noise(7);
  RunMaker maker(kExperiment);
  constexpr int kCells = 40;
  for (int cell = 0; cell < kCells; ++cell) {
    AddCell(maker, noise, {0.040, 0.052}, 12, 1);
    for (uint32_t index = 4; index < 12; ++index) {
      maker.Fail(maker.Record(1, 1, index), v1::LOST, "");
    }
  }
  const Table table = Build(maker);
  int raw = 0;
  for (const TableRow& row : table.rows) {
    if (row.kind != RowKind::kAllMachines) continue;
    ASSERT_TRUE(row.changes[0].PValue().has_value());
    raw += *row.changes[0].PValue() < 0.05;
    EXPECT_GT(*row.changes[0].q_value, 0.05);
  }
  // Of 40 tests at 5 %, 7 or more are false once in 200 tables.
  EXPECT_LE(raw, 6);
  Moments pooled[2];
  for (const v1::RunRecord& record : maker.run().record()) {
    if (record.cell() == 0 && record.status() == v1::OK) {
      pooled[record.planned().build()].Add(std::log(record.sample(0).value()));
    }
  }
  EXPECT_LT(pooled[1].Mean() - pooled[0].Mean(), -0.04) << "a change of 4 % that nobody made";
}

TEST(SeveralMachinesTest, QIsCorrectedOverTheQuestionsAndNotOverTheMachines) {
  GeneratedNoise noise(3);
  RunMaker maker(kExperiment);
  AddCell(maker, noise, {1, 2}, 8, 1.1);
  AddCell(maker, noise, {1}, 8, 1);
  const Table table = Build(maker);
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[0].kind, RowKind::kAllMachines);
  EXPECT_EQ(table.rows[3].kind, RowKind::kOnlyMachine);
  const double p = *table.rows[0].changes[0].PValue();
  EXPECT_DOUBLE_EQ(*table.rows[0].changes[0].q_value, 2 * p) << "two questions";
  for (const size_t machine : {1, 2}) {
    EXPECT_TRUE(table.rows[machine].changes[0].PValue().has_value());
    EXPECT_FALSE(table.rows[machine].changes[0].q_value.has_value());
  }
  EXPECT_TRUE(table.rows[3].changes[0].q_value.has_value());
}

TEST(SeveralMachinesTest, TheWholeText) {
  GeneratedNoise noise(11);
  RunMaker maker(kExperiment);
  AddCell(maker, noise, {0.040, 0.052}, 10, 1.05);
  maker.AddCell({{"script", "alone"}});
  maker.AddRound(0, {{1, 1, 1, 1, 1, 1}, {1.1, 1.2, 1.1, 1.3, 1.1, 1.2}});
  EXPECT_EQ(RenderMarkdown(maker.run(), Build(maker), {.statistics = true}), R"md(### Lab

Metric: wall_time, lower is better.

| script | machine             |    old |    new |    Δ |     95% interval |       p |       q | detectable |   n |
| ------ | ------------------- | -----: | -----: | ---: | ---------------: | ------: | ------: | ---------: | --: |
| cell-0 | all, each by itself |      – |      – |  +5% |   +4.4% to +5.9% | <0.0001 | <0.0001 |          – |  20 |
| cell-0 | lab-1               | 40.0ms | 42.2ms |  +6% |   +4.5% to +6.5% |  0.0020 |       – |       1.6% |  10 |
| cell-0 | lab-2               | 51.9ms | 54.5ms |  +5% |   +3.8% to +5.8% |  0.0020 |       – |       1.6% |  10 |
| alone  | lab-1               |  1.00s |  1.15s | +15% | +10.0% to +30.0% |   0.031 |   0.031 |      15.6% |   6 |

Values are medians over the n measured runs of each build; Δ is the change of the median against old. The 95% interval is that of the change within pairs of runs with the same round and index (Hodges-Lehmann, signed-rank).

With this many pairs and their spread, a change of 1.6% to 15.6% (by row) is found with 90% probability.

Machines are never pooled: *all, each by itself* is the average of their own estimates, weighted by precision (Cochran 1937, Meier 1953), with its own interval and p. The rows below it are those machines. q is corrected over the rows of all machines and of cells that one machine measured; a row of one machine among several asks the same question again and has none.

The machine lab-1 (epoch 1): Test CPU, 4 logical processors.
)md");
}

TEST(SeveralMachinesTest, MachinesThatDisagreeAreSaidTo) {
  GeneratedNoise noise(5);
  RunMaker maker(kExperiment);
  AddCell(maker, noise, {1}, 12, 1);
  maker.AddRound(1, {{1, 1.01, 1, 1.01, 1, 1.01, 1}, {1.5, 1.52, 1.51, 1.5, 1.49, 1.5, 1.51}});
  MoveRound(maker, 1, "slow|lab");
  const Table table = Build(maker);
  const std::vector<Note> notes = NotesOf(table.rows[0]);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].sentence,
            "new: the machines disagree (p <0.0001): their own rows tell more than the average.");
}

TEST(SeveralMachinesTest, AMachineWithoutAnEstimateIsNamed) {
  GeneratedNoise noise(5);
  RunMaker maker(kExperiment);
  AddCell(maker, noise, {1}, 12, 1.2);
  maker.AddRound(1, {{1, 1}, {1.2, 1.2}});
  MoveRound(maker, 1, "new|lab");
  const Table table = Build(maker);
  const ChangeResult& all = table.rows[0].changes[0];
  EXPECT_EQ(all.stratified->strata[0].weight, 1);
  EXPECT_FALSE(all.stratified->strata[1].weight.has_value());
  EXPECT_DOUBLE_EQ(*all.ratio, table.rows[1].changes[0].paired->ratio) << "of the one that has one";
  const std::vector<Note> notes = NotesOf(table.rows[0]);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].sentence,
            "new: without new\\|lab, which gave no estimate of its own (too few pairs, no scatter, "
            "or not compared).");
}

TEST(SeveralMachinesTest, NoEstimateAnywhereIsNoNumber) {
  RunMaker maker(kExperiment);
  maker.AddCell({{"script", "few"}});
  maker.AddRound(0, {{1, 1}, {1.2, 1.2}});
  maker.AddRound(1, {{1, 1}, {1.2, 1.2}});
  MoveRound(maker, 1, "lab-2");
  const ChangeResult& all = Build(maker).rows[0].changes[0];
  EXPECT_FALSE(all.stratified->estimate.has_value());
  EXPECT_FALSE(all.ratio.has_value());
  EXPECT_FALSE(all.PValue().has_value());
  EXPECT_FALSE(all.q_value.has_value());
}

TEST(SeveralMachinesTest, EpochsOfAMachineAreStrata) {
  GeneratedNoise noise(9);
  RunMaker maker(kExperiment);
  AddCell(maker, noise, {1, 1}, 8, 1.1);
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    record.set_machine("lab-1");
    if (record.round() == 1) record.set_epoch(2);
  }
  const Table table = Build(maker);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].changes[0].stratified->strata[1].epoch, 2u);
}

TEST(SeveralMachinesTest, BenchmarksAreEachTakenTogether) {
  RunMaker maker(kExperiment);
  maker.AddMetric("time", "s", v1::BENCHMARK);
  GeneratedNoise noise(2);
  AddCell(maker, noise, {1, 2}, 8, 1.1);
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    for (const char* name : {"parse", "print"}) {
      if (record.machine() == "lab-2" && std::string(name) == "print") continue;
      v1::Sample& sample = *record.add_sample();
      sample.set_metric("time");
      sample.set_benchmark(name);
      sample.set_value(record.sample(0).value());
    }
  }
  const auto table = BuildTable(maker.run(), {.metric = "time"});
  std::vector<std::string> rows;
  for (const TableRow& row : table->rows) rows.push_back(row.benchmark + " " + row.machine);
  EXPECT_EQ(rows, (std::vector<std::string>{"parse ", "parse lab-1", "parse lab-2", "print ",
                                            "print lab-1", "print lab-2"}));
  EXPECT_FALSE(table->rows[5].Complete()) << "the machine that lacks the benchmark";
}

TEST(SeveralMachinesTest, AVerdictIsGivenForAllAndForEach) {
  GeneratedNoise noise(4);
  RunMaker maker(
      absl::StrCat(kExperiment, "published { row { change { build: 'new' percent: 10 } } }"));
  AddCell(maker, noise, {1, 2}, 8, 1.1);
  const Table table = Build(maker);
  for (const TableRow& row : table.rows) {
    EXPECT_EQ(row.changes[0].comparison->verdict, Verdict::kAgrees);
  }
}

}  // namespace
}  // namespace benchcell
