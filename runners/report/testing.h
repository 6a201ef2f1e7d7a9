// Stored runs for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_REPORT_TESTING_H_
#define BENCHCELL_RUNNERS_REPORT_TESTING_H_

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "benchcell/v1/result.pb.h"

namespace benchcell {

// Makes an ExperimentRun cell by cell. All times are wall time in seconds.
class RunMaker {
 public:
  // `experiment` in text format.
  explicit RunMaker(const std::string& experiment) {
    run_.set_id("example-1");
    run_.set_digest("d1");
    run_.set_seed(7);
    run_.set_state(v1::COMPLETE);
    run_.set_benchcell_version("1.0");
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
        experiment, run_.mutable_resolved()->mutable_experiment()));
    AddMetric("wall_time", "s", v1::RUN);
    v1::Machine& machine = *run_.add_machine();
    machine.set_id("lab-1");
    machine.set_epoch(1);
    machine.mutable_facts()->set_platform("linux-x64");
    machine.mutable_facts()->set_processor_model("Test CPU");
    machine.mutable_facts()->set_logical_cpus(4);
  }

  void AddMetric(const std::string& name, const std::string& unit, v1::Scope scope) {
    v1::Metric& metric = *run_.add_metric();
    metric.set_name(name);
    metric.set_unit(unit);
    metric.set_direction(v1::LOWER_IS_BETTER);
    metric.set_scope(scope);
  }

  // The cell that the following calls speak of.
  void AddCell(const std::vector<std::pair<std::string, std::string>>& levels) {
    v1::Cell& cell = *run_.add_cell();
    cell.set_index(run_.cell_size() - 1);
    for (const auto& [axis, name] : levels) {
      v1::Level& level = *cell.add_level();
      level.set_axis(axis);
      level.set_level(name);
    }
  }

  // Plans a round of the cell with a run for each value, and records them as OK; `seconds[b]` are
  // the runs of build b, by index.
  void AddRound(uint32_t round, const std::vector<std::vector<double>>& seconds) {
    v1::Block& block = *run_.add_block();
    block.set_cell(run_.cell_size() - 1);
    block.set_round(round);
    for (size_t build = 0; build < seconds.size(); ++build) {
      for (size_t index = 0; index < seconds[build].size(); ++index) {
        v1::PlannedRun& planned = *block.add_run();
        planned.set_position(block.run_size() - 1);
        planned.set_build(build);
        planned.set_index(index);
        AddRecord(round, planned, seconds[build][index]);
      }
    }
  }

  // The record of the latest cell with this round, build and index.
  v1::RunRecord& Record(uint32_t round, uint32_t build, uint32_t index) {
    for (v1::RunRecord& record : *run_.mutable_record()) {
      if (record.cell() == static_cast<uint32_t>(run_.cell_size() - 1) && record.round() == round &&
          record.planned().build() == build && record.planned().index() == index) {
        return record;
      }
    }
    ADD_FAILURE() << "no record of round " << round << ", build " << build << ", index " << index;
    return *run_.add_record();
  }

  // Turns a record into one of a run that failed.
  void Fail(v1::RunRecord& record, v1::RunStatus status, const std::string& message) {
    record.set_status(status);
    record.set_message(message);
    record.clear_sample();
  }

  v1::ExperimentRun& run() { return run_; }

 private:
  void AddRecord(uint32_t round, const v1::PlannedRun& planned, double seconds) {
    v1::RunRecord& record = *run_.add_record();
    record.set_cell(run_.cell_size() - 1);
    record.set_round(round);
    *record.mutable_planned() = planned;
    record.set_attempt(1);
    record.set_status(v1::OK);
    record.set_machine("lab-1");
    record.set_epoch(1);
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("wall_time");
    sample.set_value(seconds);
  }

  v1::ExperimentRun run_;
};

// Two builds, two rounds of three runs: two of the seed's rows in easy numbers, one constant axis.
inline RunMaker SmallRun() {
  RunMaker maker(R"pb(
    name: "small"
    title: "Two builds"
    build { name: "main" }
    build { name: "PR" }
    protocol { rounds: 2 runs: 3 }
    published {
      source: "a page"
      machine { processor_model: "Apple M4 Pro" logical_cpus: 12 node_version: "v24.22.1" }
      difference: "The builds are releases."
      row {
        level { axis: "pool" level: "forks" }
        change { build: "PR" percent: -32 round_percent: -27 round_percent: -34 }
      }
      row {
        level { axis: "pool" level: "threads" }
        change { build: "PR" about_zero: true }
      }
    })pb");
  maker.AddCell({{"pool", "forks"}, {"isolate", "false"}, {"maxWorkers", "default"}});
  maker.AddRound(0, {{5, 5.2, 5.1}, {3.5, 3.6, 3.4}});
  maker.AddRound(1, {{5.3, 5.2, 5}, {3.6, 3.5, 3.7}});
  maker.AddCell({{"pool", "threads"}, {"isolate", "false"}, {"maxWorkers", "default"}});
  maker.AddRound(0, {{2, 2, 2}, {2, 2, 2}});
  maker.AddRound(1, {{2, 2, 2}, {2, 2, 2}});
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    (*record.mutable_observed())["maxWorkers"] = "4";
  }
  return maker;
}

// One cell on two machines of different speed, eight runs of each build on each; the new build
// takes about a tenth longer.
inline RunMaker TwoMachines() {
  RunMaker maker(
      "name: 'lab' build { name: 'old' } build { name: 'new' } protocol { rounds: 2 runs: 8 }");
  maker.AddCell({{"script", "a.js"}});
  maker.AddRound(
      0, {{1, 1.01, 1.02, 1, 1.01, 0.99, 1, 1.02}, {1.1, 1.12, 1.11, 1.1, 1.09, 1.1, 1.12, 1.13}});
  maker.AddRound(
      1, {{2, 2.02, 2.01, 2.03, 2, 1.99, 2.01, 2}, {2.2, 2.21, 2.22, 2.2, 2.21, 2.2, 2.19, 2.22}});
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.round() == 1) record.set_machine("lab-2");
  }
  return maker;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_TESTING_H_
