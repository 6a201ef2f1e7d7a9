#include "runners/profile_compare/profile_run.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "runners/base/version.h"

namespace benchcell {
namespace {

void AddRecord(const codspeed::ImportedProfile& profile, const codspeed::ImportedProfile& other,
               uint32_t build, v1::ExperimentRun& run) {
  v1::PlannedRun planned;
  planned.set_position(build);
  planned.set_build(build);
  *run.mutable_block(0)->add_run() = planned;
  v1::RunRecord& record = *run.add_record();
  *record.mutable_planned() = planned;
  record.set_attempt(1);
  record.set_status(v1::OK);
  for (const auto& [name, value] : profile.observed) (*record.mutable_observed())[name] = value;
  std::set<std::string> known;
  for (const codspeed::BenchmarkProfile& benchmark : profile.benchmarks) {
    known.insert(benchmark.uri);
    for (const v1::Sample& sample : benchmark.samples) *record.add_sample() = sample;
    for (const v1::Profile& frames : benchmark.profiles) *record.add_profile() = frames;
  }
  for (const codspeed::BenchmarkProfile& benchmark : other.benchmarks) {
    if (known.contains(benchmark.uri)) continue;
    v1::BenchmarkFailure& failure = *record.add_benchmark_failure();
    failure.set_benchmark(benchmark.uri);
    failure.set_status(v1::GENUINE_FAILURE);
    failure.set_message("this profile has no such benchmark");
  }
}

}  // namespace

v1::ExperimentRun RunOfProfiles(const codspeed::ImportedProfile& base,
                                const codspeed::ImportedProfile& head, const std::string& title,
                                bool compare_unlike) {
  v1::ExperimentRun run;
  run.set_id("compare");
  run.set_state(v1::COMPLETE);
  run.set_benchcell_version(std::string(kVersion));
  v1::Experiment& experiment = *run.mutable_resolved()->mutable_experiment();
  experiment.set_name("compare");
  experiment.set_title(title);
  for (const char* build : {kBaseBuild, kHeadBuild}) experiment.add_build()->set_name(build);
  experiment.mutable_protocol()->set_rounds(1);
  experiment.mutable_protocol()->set_runs(1);
  experiment.mutable_protocol()->set_compare_unlike(compare_unlike);
  for (const v1::Metric& metric : codspeed::MetricsOf(base.mode)) *run.add_metric() = metric;
  v1::Cell& cell = *run.add_cell();
  for (const char* build : {kBaseBuild, kHeadBuild}) cell.add_build()->set_build(build);
  run.add_block();
  AddRecord(base, head, 0, run);
  AddRecord(head, base, 1, run);
  return run;
}

}  // namespace benchcell
