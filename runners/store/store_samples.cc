#include "runners/store/store_samples.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace benchcell {

v1::ExperimentRun SampleRun(const std::string& id, uint32_t cells, uint32_t rounds) {
  v1::ExperimentRun run;
  run.set_id(id);
  run.set_digest("digest of " + id);
  run.set_seed(0xfedcba9876543210);
  run.set_benchcell_version("1.2.3");
  run.mutable_created()->set_seconds(1000);
  run.mutable_resolved()->mutable_experiment()->set_name("sample");
  run.mutable_resolved()->set_source("name: 'sample'\n");
  v1::Metric& metric = *run.add_metric();
  metric.set_name("wall_time");
  metric.set_unit("s");
  for (uint32_t i = 0; i < cells; ++i) {
    v1::Cell& cell = *run.add_cell();
    cell.set_index(i);
    cell.add_build()->set_build("5.1.0");
  }
  for (uint32_t round = 0; round < rounds; ++round) {
    for (uint32_t cell = 0; cell < cells; ++cell) {
      v1::Block& block = *run.add_block();
      block.set_cell(cell);
      block.set_round(round);
      block.set_position(round * cells + cell);
      for (uint32_t position = 0; position < 2; ++position) {
        v1::PlannedRun& planned = *block.add_run();
        planned.set_position(position);
        planned.set_build(position);
      }
    }
  }
  return run;
}

std::vector<v1::RunRecord> SampleRecords(const BlockRow& row) {
  std::vector<v1::RunRecord> records;
  for (const v1::PlannedRun& planned : row.block.run()) {
    v1::RunRecord& record = records.emplace_back();
    record.set_cell(row.key.cell);
    record.set_round(row.key.round);
    *record.mutable_planned() = planned;
    record.set_attempt(row.attempt);
    record.set_machine(row.machine);
    record.set_epoch(row.epoch);
    record.set_status(v1::OK);
    record.mutable_exit()->set_code(0);
    record.mutable_usage()->set_wall_ns(1'000'000 + planned.position());
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("wall_time");
    sample.set_value(0.25 + planned.position());
  }
  return records;
}

LeaseTerms SampleTerms() {
  return {.machine = "m1", .epoch = 1, .expires = absl::UnixEpoch() + absl::Hours(1)};
}

v1::Machine SampleMachine(const std::string& id, const std::string& kernel) {
  v1::Machine machine;
  machine.set_id(id);
  machine.mutable_facts()->set_platform("linux-x64");
  machine.mutable_facts()->set_logical_cpus(2);
  machine.mutable_facts()->set_kernel(kernel);
  return machine;
}

}  // namespace benchcell
