#include "runners/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

nlohmann::json Render(const v1::ExperimentRun& run) {
  const auto table = BuildTable(run, {});
  EXPECT_TRUE(table.ok()) << table.status();
  const auto text = RenderJson(run, *table);
  EXPECT_TRUE(text.ok()) << text.status();
  return nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
}

TEST(JsonTest, TableAndRunWithStableNames) {
  const nlohmann::json json = Render(SmallRun().run());
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["format"], "benchcell.report.v1");
  const auto& table = json["table"];
  EXPECT_EQ(table["metric"], "wall_time");
  EXPECT_EQ(table["builds"], (std::vector<std::string>{"main", "PR"}));
  EXPECT_EQ(table["axes"], std::vector<std::string>{"pool"});
  const auto& row = table["rows"][0];
  EXPECT_EQ(row["complete"], true);
  EXPECT_EQ(row["levels"][2]["text"], "4 (default)");
  EXPECT_EQ(row["builds"][0]["measured"], 6);
  EXPECT_DOUBLE_EQ(row["builds"][0]["median"].get<double>(), 5.15);
  const auto& change = row["changes"][0];
  EXPECT_EQ(change["build"], "PR");
  EXPECT_DOUBLE_EQ(change["ratio"].get<double>(), 3.55 / 5.15);
  EXPECT_EQ(change["roundRatio"].size(), 2);
  EXPECT_EQ(change["paired"]["pairs"], 6);
  EXPECT_EQ(change["paired"]["pValue"], 0.03125);
  EXPECT_EQ(change["qValue"], 0.0625);
  EXPECT_EQ(change["comparison"]["verdict"], "AGREES");
  EXPECT_EQ(change["comparison"]["agreementRangePercent"]["low"], -44);
  EXPECT_EQ(json["run"]["id"], "example-1");
  EXPECT_EQ(json["run"]["record"].size(), 24);
  EXPECT_EQ(json["run"]["record"][0]["sample"][0]["value"], 5);
}

TEST(JsonTest, WhatThereIsNotIsNull) {
  RunMaker maker(
      "name: 'x' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  const nlohmann::json row = Render(maker.run())["table"]["rows"][0];
  EXPECT_TRUE(row["builds"][0]["median"].is_null());
  EXPECT_TRUE(row["changes"][0]["ratio"].is_null());
  EXPECT_TRUE(row["changes"][0]["paired"].is_null());
  EXPECT_TRUE(row["changes"][0]["comparison"].is_null());
  EXPECT_EQ(row["complete"], false);
}

TEST(JsonTest, FailuresByStatus) {
  RunMaker maker = SmallRun();
  maker.Fail(maker.Record(0, 1, 0), v1::HARNESS_ERROR, "a warm run was cold");
  const nlohmann::json row = Render(maker.run())["table"]["rows"][1];
  EXPECT_EQ(row["failures"][0]["status"], "HARNESS_ERROR");
  EXPECT_EQ(row["failures"][0]["runs"], 1);
  EXPECT_EQ(row["failures"][0]["message"], "a warm run was cold");
}

TEST(JsonTest, CountsHaveTheirSpreadOutcomeAndCauseAndNoTest) {
  const nlohmann::json table = Render(CountRun().run())["table"];
  EXPECT_EQ(table["exact"], true);
  const auto& dense = table["rows"][0];
  EXPECT_EQ(dense["benchmark"], "dense");
  EXPECT_EQ(dense["kind"], "ONLY_MACHINE");
  const auto& change = dense["changes"][0];
  for (const char* absent : {"paired", "stratified", "qValue", "smallestDetectable"}) {
    EXPECT_TRUE(change[absent].is_null()) << absent;
  }
  EXPECT_TRUE(change["roundRatio"].empty());
  EXPECT_EQ(change["exact"]["difference"], 1390000);
  EXPECT_EQ(change["exact"]["outcome"], "MOVED");
  const auto& cause = change["cause"];
  EXPECT_EQ(cause["mainKind"], "HARNESS");
  EXPECT_TRUE(cause["tierFlip"].is_null());
  EXPECT_EQ(cause["frames"][0]["location"], "vitest/dist/chunks/init.js:127:23");
  EXPECT_EQ(cause["frames"][0]["kind"], "HARNESS");
  EXPECT_EQ(cause["frames"][0]["changed"], 480000);
  EXPECT_EQ(cause["otherFrames"]["frames"], 1);
  EXPECT_EQ(cause["kinds"][1]["kind"], "RUNTIME");
  EXPECT_EQ(table["rows"][1]["changes"][0]["cause"]["tierFlip"]["function"], "work");
  EXPECT_EQ(table["rows"][1]["changes"][0]["cause"]["tierFlip"]["to"], "OPTIMISED");
  EXPECT_EQ(table["rows"][2]["changes"][0]["exact"]["outcome"], "WITHIN_SPREAD");
  EXPECT_EQ(table["rows"][2]["builds"][0]["spread"]["high"], 1034980);
  EXPECT_EQ(table["rows"][3]["changes"][0]["exact"]["outcome"], "NO_CHANGE");
  EXPECT_TRUE(table["rows"][3]["changes"][0]["cause"].is_null());
}

TEST(JsonTest, UnlikeBuildsAndVerdictsByDirection) {
  CountRunMaker maker(R"(
    name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }
    published {
      standard: DIRECTION
      row { change { build: 'b' percent: -38.75 cause: HARNESS } }
    })");
  maker.AddCell({});
  maker.AddRun(0, {Counted("f", Tracked())}, "24.21.0");
  maker.AddRun(1, {Counted("f", Untracked())}, "24.22.3");
  const nlohmann::json refused = Render(maker.run())["table"]["rows"][0]["changes"][0];
  EXPECT_EQ(refused["compared"], false);
  EXPECT_EQ(refused["unlike"][0]["name"], "node");
  EXPECT_EQ(refused["unlike"][0]["baseline"], std::vector<std::string>{"24.21.0"});
  EXPECT_TRUE(refused["ratio"].is_null());
  EXPECT_TRUE(refused["exact"].is_null());
  EXPECT_EQ(refused["comparison"]["verdict"], "NOT_COMPARED");
  maker.run().mutable_resolved()->mutable_experiment()->mutable_protocol()->set_compare_unlike(
      true);
  const nlohmann::json forced = Render(maker.run())["table"]["rows"][0]["changes"][0];
  EXPECT_EQ(forced["compared"], true);
  EXPECT_EQ(forced["unlike"].size(), 1);
  EXPECT_EQ(forced["comparison"]["standard"], "DIRECTION");
  EXPECT_EQ(forced["comparison"]["publishedCause"], "HARNESS");
  EXPECT_EQ(forced["comparison"]["causeVerdict"], "SAME");
  EXPECT_TRUE(forced["comparison"]["agreementRangePercent"].is_null());
  EXPECT_EQ(forced["comparison"]["words"], "same direction, same cause");
}

TEST(JsonTest, SeveralMachinesAreStrata) {
  RunMaker maker = TwoMachines();
  const nlohmann::json rows = Render(maker.run())["table"]["rows"];
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(rows[0]["kind"], "ALL_MACHINES");
  EXPECT_EQ(rows[1]["kind"], "ONE_MACHINE");
  EXPECT_TRUE(rows[0]["builds"][0]["median"].is_null());
  const auto& all = rows[0]["changes"][0];
  EXPECT_TRUE(all["paired"].is_null());
  const auto& stratified = all["stratified"];
  EXPECT_EQ(stratified["strata"][1]["machine"], "lab-2");
  EXPECT_NEAR(stratified["strata"][0]["weight"].get<double>() +
                  stratified["strata"][1]["weight"].get<double>(),
              1, 1e-12);
  EXPECT_EQ(stratified["estimate"]["ratio"], all["ratio"]);
  EXPECT_LT(stratified["estimate"]["interval"]["low"].get<double>(), 1.1);
  EXPECT_GT(stratified["estimate"]["interval"]["high"].get<double>(), 1.1);
  EXPECT_EQ(all["qValue"], stratified["estimate"]["pValue"]) << "of one question";
  EXPECT_TRUE(rows[1]["changes"][0]["qValue"].is_null());
  EXPECT_TRUE(rows[1]["changes"][0]["stratified"].is_null());
}

TEST(JsonTest, OnePairHasNoPValue) {
  RunMaker maker(
      "name: 'x' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{1}, {2}});
  const nlohmann::json change = Render(maker.run())["table"]["rows"][0]["changes"][0];
  EXPECT_EQ(change["paired"]["pairs"], 1);
  EXPECT_TRUE(change["paired"]["pValue"].is_null());
}

TEST(JsonTest, TwoReportsOfARunHaveTheSameBytes) {
  RunMaker maker = SmallRun();
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("name" + std::to_string(100 + i));
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    record.clear_observed();
    for (const std::string& name : names) (*record.mutable_observed())[name] = "x";
  }
  // The same entries, put in the other way round: protobuf's maps keep an order of their own.
  v1::ExperimentRun other = maker.run();
  for (v1::RunRecord& record : *other.mutable_record()) {
    record.clear_observed();
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      (*record.mutable_observed())[*name] = "x";
    }
  }
  const auto first = RenderJson(maker.run(), *BuildTable(maker.run(), {}));
  const auto second = RenderJson(other, *BuildTable(other, {}));
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(*first, *second);
  std::string sorted;
  for (const std::string& name : names) {
    sorted += (sorted.empty() ? "\"" : ",\"") + name + "\":\"x\"";
  }
  EXPECT_NE(first->find("\"observed\":{" + sorted + "}"), std::string::npos);
}

TEST(JsonTest, NumbersAreProtobufsOwn) {
  RunMaker maker("name: 'x' build { name: 'a' } protocol { rounds: 1 runs: 5 }");
  maker.AddCell({});
  maker.AddRound(0, {{0.1, 1.0 / 3, 1e300, 9007199254740993.0, 5}});
  maker.run().set_seed(18446744073709551615u);
  v1::Usage& usage = *maker.Record(0, 0, 0).mutable_usage();
  usage.set_wall_ns(9007199254740993u);
  usage.set_foreign_cpu_ns(-1);
  const auto text = RenderJson(maker.run(), *BuildTable(maker.run(), {}));
  ASSERT_TRUE(text.ok()) << text.status();
  for (const char* wanted : {"\"seed\":\"18446744073709551615\"", "\"wallNs\":\"9007199254740993\"",
                             "\"foreignCpuNs\":\"-1\"", "\"epoch\":1", "\"value\":5}"}) {
    EXPECT_NE(text->find(wanted), std::string::npos) << wanted << " in\n" << *text;
  }
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  for (int i = 0; i < maker.run().record_size(); ++i) {
    EXPECT_EQ(json["run"]["record"][i]["sample"][0]["value"].get<double>(),
              maker.run().record(i).sample(0).value());
  }
}

TEST(JsonTest, AwkwardTextComesBackAsItWas) {
  for (const char* text :
       {"a\"b", "two\nlines", "\U0001F680", "\u05e9\u05dc", "a|b", "\\", "\x01\x1f", "<script>"}) {
    RunMaker maker("name: 'x' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
    maker.AddCell({{"axis", text}});
    maker.AddRound(0, {{1}});
    const nlohmann::json json = Render(maker.run());
    EXPECT_EQ(json["table"]["rows"][0]["levels"][0]["level"], text);
    EXPECT_EQ(json["run"]["cell"][0]["level"][0]["level"], text);
  }
}

}  // namespace
}  // namespace benchcell
