#include "runners/report/html/example_runs.h"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

constexpr int64_t kStart = 1'796'049'302;  // 2026-11-30 14:35:02 UTC

constexpr char kTypical[] = R"pb(
  name: "setup-mocks"
  title: "vitest 5.0.5 against 5.1.0 on a tenth of setup-mocks"
  plugin: "vitest"
  build { name: "5.0.5" }
  build { name: "5.1.0" }
  protocol {
    rounds: 2
    runs: 8
    timeout { seconds: 600 }
  }
  published {
    source: "vitest-dev/vitest#11752"
    machine { processor_model: "Apple M4 Pro" logical_cpus: 12 node_version: "v24.22.1" }
    difference: "The app is a tenth of the published one."
    row {
      level { axis: "fsModuleCache" level: "false" }
      change { build: "5.1.0" percent: -28 }
    }
    row {
      level { axis: "fsModuleCache" level: "true" }
      change { build: "5.1.0" about_zero: true }
    }
    row {
      level { axis: "fsModuleCache" level: "cold" }
      change { build: "5.1.0" percent: 30 }
    }
  })pb";

// Draws values around a centre with a spread of some per cent.
class Noise {
 public:
  explicit Noise(uint32_t seed) : engine_(seed) {}

  // Sum of uniform draws: distributions of the library differ between libraries.
  double Around(double centre, double spread) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(engine_()) / 4294967296.0;
    return centre * (1 + spread * sum);
  }

 private:
  std::mt19937 engine_;
};

// Values of both builds in one round.
std::vector<std::vector<double>> Round(Noise& noise, double base, double ratio, double spread,
                                       int pairs) {
  std::vector<std::vector<double>> values(2);
  for (int i = 0; i < pairs; ++i) {
    values[0].push_back(noise.Around(base, spread));
    values[1].push_back(noise.Around(base * ratio, spread));
  }
  return values;
}

// Lets the builds take turns at being first, and gives every record a start time.
void PlaceInTime(v1::ExperimentRun& run) {
  const uint32_t builds = run.resolved().experiment().build_size();
  for (v1::RunRecord& record : *run.mutable_record()) {
    v1::PlannedRun& planned = *record.mutable_planned();
    planned.set_position(planned.index() * builds + (planned.build() + planned.index()) % builds);
    const int64_t block = (record.cell() * 8 + record.round() * 2 + record.attempt()) * 1000;
    record.mutable_start_time()->set_seconds(kStart + block + planned.position() * 3);
  }
}

void AddSurroundings(v1::ExperimentRun& run) {
  run.set_id("setup-mocks-20261130-143502-7f3a");
  run.set_digest(std::string(64, 'd'));
  run.mutable_created()->set_seconds(kStart);
  run.set_platform("linux-x64");
  v1::MachineFacts& facts = *run.mutable_machine(0)->mutable_facts();
  facts.set_processor_model("AMD EPYC 7763 64-Core Processor");
  facts.set_memory_bytes(int64_t{16} << 30);
  facts.set_os("Debian GNU/Linux 12 (bookworm)");
  facts.set_kernel("6.1.0-18-amd64");
  facts.set_virtualised(v1::ON);
  v1::ResolvedExperiment& resolved = *run.mutable_resolved();
  resolved.set_source("name: \"setup-mocks\"\nplugin: \"vitest\"\n# as it was written\n");
  resolved.add_override("--rounds=2");
  for (const char* pin : {"//toolchains/npm:vitest-5.0.5", "//toolchains/npm:vitest-5.1.0",
                          "//toolchains/node:24.22.1"}) {
    v1::Bundle& bundle = *resolved.add_bundle();
    bundle.set_label(pin);
    bundle.set_platform("linux-x64");
    bundle.set_sha256(std::string(64, 'a'));
    (*bundle.mutable_facts())["version"] = std::string(pin).substr(std::string(pin).size() - 5);
  }
}

// The first attempt at the latest cell's second round: its runs were measured, and then its machine
// was gone.
void AddSupersededAttempt(RunMaker& maker) {
  std::vector<v1::RunRecord> earlier;
  for (int index = 0; index < 3; ++index) {
    v1::RunRecord record = maker.Record(1, index % 2, index);
    record.set_superseded(true);
    earlier.push_back(record);
  }
  maker.Fail(earlier.back(), v1::INFRASTRUCTURE_FAILURE, "no space left on device");
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.round() == 1 && record.cell() == earlier[0].cell()) record.set_attempt(2);
  }
  for (v1::RunRecord& record : earlier) *maker.run().add_record() = std::move(record);
}

std::string Hostile(const std::string& text) {
  return absl::StrCat(text, "<script>alert(1)</script>\"'`&amp;<!--\n</style>]]>\u202e\u05d0\u05d1",
                      "\U0001F680", "\x01");
}

}  // namespace

v1::ExperimentRun TypicalRun() {
  Noise noise(1);
  RunMaker maker(kTypical);
  maker.AddCell({{"fsModuleCache", "false"}, {"pool", "forks"}});
  maker.AddRound(0, Round(noise, 2.05, 0.85, 0.015, 8));
  maker.AddRound(1, Round(noise, 2.05, 0.85, 0.015, 8));
  maker.Record(1, 1, 3).mutable_sample(0)->set_value(2.41);
  maker.AddCell({{"fsModuleCache", "true"}, {"pool", "forks"}});
  maker.AddRound(0, Round(noise, 1.2, 1.0, 0.03, 8));
  maker.AddRound(1, Round(noise, 1.2, 1.0, 0.03, 8));
  maker.AddCell({{"fsModuleCache", "cold"}, {"pool", "forks"}});
  maker.AddRound(0, Round(noise, 3.1, 1.06, 0.01, 8));
  maker.AddRound(1, Round(noise, 3.5, 1.06, 0.01, 8));
  maker.Fail(maker.Record(0, 1, 2), v1::GENUINE_FAILURE,
             "Error: expected 3 to be 4\n    at src/a.test.ts:3:14\nTests  1 failed");
  maker.Fail(maker.Record(1, 1, 5), v1::TIMEOUT, "killed after 10m");
  for (int index = 0; index < 8; ++index) {
    for (int build = 0; build < 2; ++build) {
      v1::Quietness& quietness = *maker.Record(1, build, index).mutable_quietness();
      quietness.mutable_waited()->set_seconds(120);
      quietness.add_disturbance(
          "other programs kept 0.97 processors busy (at most 0.10): cc1plus 0.95");
    }
  }
  AddSupersededAttempt(maker);
  PlaceInTime(maker.run());
  AddSurroundings(maker.run());
  return maker.run();
}

v1::ExperimentRun MovedRun() {
  Noise noise(2);
  RunMaker maker(
      "name: 'lab' title: 'Two machines' build { name: 'old' } build { name: 'new' } build { name: "
      "'newer' } protocol { rounds: 3 runs: 8 }");
  maker.AddCell({{"script", "a.js"}});
  for (int round = 0; round < 3; ++round) {
    std::vector<std::vector<double>> values = Round(noise, 0.0123 * (round + 1), 1.1, 0.02, 8);
    values.push_back(Round(noise, 0.0123 * (round + 1), 0.7, 0.02, 8)[1]);
    maker.AddRound(round, values);
  }
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.round() == 1) record.set_machine("lab-2");
    if (record.round() == 2) record.set_epoch(2);
  }
  for (const auto& [id, epoch] : {std::pair("lab-1", 2), std::pair("lab-2", 1)}) {
    v1::Machine& machine = *maker.run().add_machine();
    machine = maker.run().machine(0);
    machine.set_id(id);
    machine.set_epoch(epoch);
    machine.mutable_facts()->set_kernel(absl::StrCat("6.1.", epoch));
  }
  PlaceInTime(maker.run());
  return maker.run();
}

v1::ExperimentRun CountedRun() {
  return CountRun(R"pb(
           published {
             source: "a page"
             standard: DIRECTION
             row {
               level { axis: "file" level: "src/a.bench.ts" }
               change { build: "5" percent: 180 cause: HARNESS }
             }
           })pb")
      .run();
}

v1::ExperimentRun ImportedRun() {
  Noise noise(5);
  RunMaker maker(
      "name: 'sort' build { name: 'sort -n' } build { name: 'sort -g' } protocol { rounds: 1 runs: "
      "10 }");
  maker.AddCell({});
  maker.AddRound(0, Round(noise, 0.2, 1.3, 0.03, 10));
  v1::ExperimentRun& run = maker.run();
  run.clear_machine();
  run.clear_seed();
  for (v1::RunRecord& record : *run.mutable_record()) {
    record.clear_machine();
    record.clear_epoch();
  }
  v1::Import& imported = *run.mutable_imported();
  imported.set_format("hyperfine");
  imported.set_tool("hyperfine 1.15.0");
  v1::Import::File& file = *imported.add_file();
  file.set_name("a & b.json");
  file.set_sha256(std::string(64, 'f'));
  return run;
}

v1::ExperimentRun FailedRun() {
  RunMaker maker("name: 'alone' build { name: 'a' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({});
  maker.AddRound(0, {{1, 1}});
  for (int index = 0; index < 2; ++index) {
    maker.Fail(maker.Record(0, 0, index), v1::LOST, "the machine is gone");
    maker.Record(0, 0, index).clear_machine();
  }
  return maker.run();
}

v1::ExperimentRun HostileRun() {
  Noise noise(3);
  RunMaker maker(
      "name: 'hostile' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 8 }");
  v1::ExperimentRun& run = maker.run();
  v1::Experiment& experiment = *run.mutable_resolved()->mutable_experiment();
  experiment.set_title(Hostile(std::string(3000, 'W')));
  experiment.mutable_build(0)->set_name(Hostile("a"));
  experiment.mutable_build(1)->set_name(Hostile(std::string(3000, 'b')));
  maker.AddCell({{Hostile("axis"), Hostile("first")}});
  maker.AddRound(0, Round(noise, 1, 1.2, 0.01, 8));
  maker.AddCell({{Hostile("axis"), Hostile(std::string(3000, 'x'))}});
  maker.AddRound(0, Round(noise, 1e-7, 1.2, 0.01, 8));
  maker.Fail(maker.Record(0, 1, 0), v1::HARNESS_ERROR, Hostile("boom") + "\n" + Hostile("pre"));
  maker.AddCell({{Hostile("axis"), "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"}});
  maker.AddRound(0, Round(noise, 1e9, 400, 0.01, 8));
  for (v1::RunRecord& record : *run.mutable_record()) record.set_machine(Hostile("lab"));
  v1::Machine& machine = *run.mutable_machine(0);
  machine.set_id(Hostile("lab"));
  machine.set_name(Hostile("name"));
  machine.mutable_facts()->set_processor_model(Hostile("processor"));
  v1::ResolvedExperiment& resolved = *run.mutable_resolved();
  resolved.set_source(Hostile("source"));
  resolved.add_override(Hostile("--set=a"));
  v1::Bundle& bundle = *resolved.add_bundle();
  bundle.set_label(Hostile("//pin"));
  (*bundle.mutable_facts())[Hostile("fact")] = Hostile("value");
  run.set_id(Hostile("run"));
  run.set_benchcell_version(Hostile("1.0"));
  run.mutable_metric(0)->set_description(Hostile("description"));
  return run;
}

v1::ExperimentRun LargeRun(int rows, int pairs) {
  Noise noise(4);
  RunMaker maker(absl::StrFormat(
      "name: 'large' title: 'Many rows' build { name: 'main' } build { name: 'pr' } protocol { "
      "rounds: 1 runs: %d }",
      pairs));
  for (int row = 0; row < rows; ++row) {
    maker.AddCell({{"n", absl::StrCat(row)}});
    maker.AddRound(0, Round(noise, 1 + row, 1 - 0.001 * (row % 100), 0.02, pairs));
  }
  PlaceInTime(maker.run());
  return maker.run();
}

}  // namespace benchcell::html
