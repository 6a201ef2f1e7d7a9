#include "runners/report/notes.h"

#include <gtest/gtest.h>

#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

TEST(NotesTest, NotesTellWhatFailedAndHow) {
  RunMaker maker = SmallRun();
  std::string output;
  for (int i = 1; i <= 30; ++i) output += "\nline " + std::to_string(i);
  maker.Fail(maker.Record(0, 1, 0), v1::GENUINE_FAILURE, "2 tests failed" + output);
  maker.Fail(maker.Record(0, 1, 1), v1::GENUINE_FAILURE, "other");
  maker.Fail(maker.Record(0, 1, 2), v1::TIMEOUT, "");
  maker.Record(1, 0, 0).clear_sample();
  const auto table = BuildTable(maker.run(), {});
  const std::vector<Note> notes = NotesOf(table->rows[1]);
  ASSERT_EQ(notes.size(), 3);
  EXPECT_EQ(notes[0].sentence,
            "main: 1 of 6 runs not measured, or without a value of this metric.");
  EXPECT_EQ(notes[1].sentence, "PR: 2 of 6 runs failed, the first with: 2 tests failed");
  ASSERT_EQ(notes[1].output.size(), 21);
  EXPECT_EQ(notes[1].output.front(), "(10 lines left out)");
  EXPECT_EQ(notes[1].output.back(), "line 30");
  EXPECT_EQ(notes[2].sentence, "PR: 1 of 6 runs timed out.");
  EXPECT_TRUE(NotesOf(table->rows[0]).empty());
}

TEST(NotesTest, LaterAttemptsAreToldOnceWithoutGuessingTheCause) {
  RunMaker maker = SmallRun();
  EXPECT_FALSE(LaterAttemptsNote(*BuildTable(maker.run(), {})).has_value());
  maker.Record(1, 1, 0).set_attempt(3);
  EXPECT_EQ(LaterAttemptsNote(*BuildTable(maker.run(), {}))->sentence,
            "1 run is of a later attempt at its block: an earlier one was interrupted or lost "
            "(interrupted by the user, agent gone, or machine failure). Its records, if there are "
            "any, are kept but not used.");
  maker.run().mutable_record(0)->set_attempt(2);
  const auto table = BuildTable(maker.run(), {});
  EXPECT_EQ(LaterAttemptsNote(*table)->sentence.substr(0, 49),
            "2 runs are of a later attempt at their block: an ");
  for (const TableRow& row : table->rows) EXPECT_TRUE(NotesOf(row).empty());
}

TEST(NotesTest, LaterAttemptsOfSeveralBenchmarksAreCountedOnce) {
  RunMaker maker("name: 'b' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddMetric("time", "s", v1::BENCHMARK);
  maker.AddCell({{"file", "x"}});
  maker.AddRound(0, {{1}});
  v1::RunRecord& record = maker.Record(0, 0, 0);
  record.set_attempt(2);
  for (const char* name : {"parse", "print"}) {
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("time");
    sample.set_benchmark(name);
    sample.set_value(1);
  }
  const auto table = BuildTable(maker.run(), {.metric = "time"});
  ASSERT_EQ(table->rows.size(), 2);
  EXPECT_EQ(LaterAttemptsNote(*table)->sentence.substr(0, 6), "1 run ");
}

TEST(NotesTest, BuildsThatAreNotComparedSayWhy) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: '*b*' } build { name: 'c' } "
      "protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRun(0, {{"f", 1000}}, "24.21.0");
  maker.AddRun(1, {{"f", 500}}, "24.22.3");
  maker.AddRun(2, {{"f", 500}}, "24.21.0");
  const std::vector<Note> notes = NotesOf(BuildTable(maker.run(), {})->rows[0]);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].sentence,
            "\\*b\\* is not compared: node 24.21.0 against 24.22.3; --force compares anyway.");
  EXPECT_TRUE(notes[0].output.empty());
  const auto forced = BuildTable(maker.run(), {.compare_unlike = true});
  EXPECT_TRUE(NotesOf(forced->rows[0]).empty());
}

}  // namespace
}  // namespace benchcell
