// Prints what the agent adds between two runs of a cell: from the end of one measured command to
// the start of the next.
//
//   bazel run //tests/perf:agent_gap
//
// Held against: 5 ms. The block is like a vitest one, but its command does nothing and its steps
// are few: what is left is the agent's own.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runners/agent/block_runner.h"
#include "runners/agent/outbox.h"
#include "runners/agent/workdir.h"
#include "runners/base/clock.h"
#include "runners/base/files.h"
#include "runners/exec/warden_runner.h"
#include "runners/machine/cpu_times.h"
#include "runners/stats/median.h"

namespace benchcell {
namespace {

constexpr uint32_t kRuns = 400;

// Two builds whose runs take turns, each with a file to collect.
v1::Lease BlockOf(const std::string& program) {
  v1::Lease lease;
  lease.set_run_id("gap");
  lease.set_fencing_token(1);
  for (const char* build : {"one", "other"}) {
    v1::BuildPlan& plan = *lease.mutable_cell()->add_build();
    plan.set_build(build);
    v1::Step& write = *plan.add_step();
    write.set_when(v1::Step::ONCE);
    write.mutable_write_file()->set_path("report.json");
    write.mutable_write_file()->set_content("{}");
    v1::Step& measure = *plan.add_step();
    measure.set_when(v1::Step::EACH_RUN);
    measure.mutable_command()->set_role(v1::Command::MEASURE);
    measure.mutable_command()->add_argument(program);
    measure.mutable_command()->mutable_timeout()->set_seconds(60);
    v1::Step& collect = *plan.add_step();
    collect.set_when(v1::Step::EACH_RUN);
    collect.mutable_collect_file()->set_path("report.json");
    collect.mutable_collect_file()->set_name("report");
  }
  for (uint32_t i = 0; i < kRuns; ++i) {
    v1::PlannedRun& run = *lease.mutable_block()->add_run();
    run.set_position(i);
    run.set_build(i % 2);
    run.set_index(i / 2);
  }
  return lease;
}

absl::StatusOr<std::vector<double>> GapsInMs(const Outbox& outbox) {
  const absl::StatusOr<std::vector<Delivery>> pending = outbox.Pending();
  if (!pending.ok()) return pending.status();
  std::vector<double> gaps;
  const auto& records = pending->front().request.record();
  for (int i = 1; i < records.size(); ++i) {
    const absl::Time end =
        ToTime(records[i - 1].start_time()) + absl::Nanoseconds(records[i - 1].usage().wall_ns());
    gaps.push_back(absl::ToDoubleMilliseconds(ToTime(records[i].start_time()) - end));
  }
  return gaps;
}

absl::StatusOr<std::vector<double>> Measure(const std::string& warden, const std::string& noop,
                                            const std::filesystem::path& state) {
  const std::unique_ptr<CpuTimesReader> cpu_times = NewCpuTimesReader();
  WardenRunnerOptions options;
  options.warden = warden;
  options.cpu_times = cpu_times.get();
  WardenRunner processes(options);
  const Workdir workdir(state);
  Outbox outbox(workdir.Outbox());
  const v1::Lease lease = BlockOf(noop);
  const BundleFolders no_bundles;
  const v1::Quietness unknown;
  const CancellationFlag cancel;
  std::atomic<uint32_t> runs_done = 0;
  absl::Status status = outbox.Begin("machine", lease);
  if (!status.ok()) return status;
  status = BlockRunner(workdir, processes, outbox)
               .Run({lease, "machine", "0123456789abcdef", no_bundles, unknown, cancel, runs_done});
  if (!status.ok()) return status;
  status = outbox.Seal(lease.fencing_token(), v1::MEASURED, "");
  if (!status.ok()) return status;
  return GapsInMs(outbox);
}

int Main(const std::string& warden, const std::string& noop) {
  namespace fs = std::filesystem;
  const fs::path state = fs::temp_directory_path() / "benchcell-agent-gap";
  RemoveAll(state).IgnoreError();
  absl::StatusOr<std::vector<double>> gaps =
      Measure(fs::absolute(warden).string(), fs::absolute(noop).string(), state);
  RemoveAll(state).IgnoreError();
  if (!gaps.ok() || gaps->empty()) {
    std::fprintf(stderr, "%s\n", gaps.status().ToString().c_str());
    return 1;
  }
  std::sort(gaps->begin(), gaps->end());
  std::printf("between two runs, %zu gaps: median %.2f ms, 95th percentile %.2f ms (limit 5)\n",
              gaps->size(), *Median(*gaps), (*gaps)[gaps->size() * 95 / 100]);
  return 0;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: agent_gap WARDEN NOOP\n");
    return 2;
  }
  return benchcell::Main(argv[1], argv[2]);
}
