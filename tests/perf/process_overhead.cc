// Prints what ProcessRunner adds to the wall time of a program that does nothing.
//
//   bazel run //tests/perf:process_overhead
//
// Held against: 0.3 ms inside the measured window, 5 ms around it (the agent's whole share between
// two runs).

#include <cstdio>
#include <filesystem>
#include <memory>

#include "runners/exec/warden_runner.h"
#include "runners/machine/cpu_times.h"
#include "tests/perf/overhead.h"

namespace benchcell {
namespace {

bool Print(const char* what, ProcessRunner& runner, const std::string& program,
           const std::string& scratch) {
  constexpr int kPairs = 500;
  const absl::StatusOr<Overhead> overhead = MeasureOverhead(runner, program, scratch, kPairs);
  if (!overhead.ok()) {
    std::fprintf(stderr, "%s: %s\n", what, overhead.status().ToString().c_str());
    return false;
  }
  const double difference = overhead->run_ms - overhead->spawn_ms;
  std::printf("%s, medians of %d pairs:\n", what, kPairs);
  std::printf("  posix_spawn + wait4        %8.3f ms\n", overhead->spawn_ms);
  std::printf(
      "  measured by ProcessRunner  %8.3f ms   difference %+.3f ms (limit 0.3), ratio %.2f\n",
      overhead->run_ms, difference, overhead->run_ms / overhead->spawn_ms);
  std::printf("  Run around it              %8.3f ms   (limit 5 for all that an agent does)\n",
              overhead->around_ms);
  std::printf("  largest peak memory        %8.1f MiB\n", overhead->peak_mib);
  return true;
}

int Main(const std::string& warden, const std::string& noop) {
  const std::string scratch =
      (std::filesystem::temp_directory_path() / "benchcell-process-overhead").string();
  std::filesystem::create_directories(scratch);
  const std::unique_ptr<CpuTimesReader> cpu_times = NewCpuTimesReader();
  WardenRunnerOptions options;
  options.warden = std::filesystem::absolute(warden).string();
  options.cpu_times = cpu_times.get();
  WardenRunner runner(options);
  const std::string program = std::filesystem::absolute(noop).string();
  bool good = Print("small process", runner, program, scratch);
  {
    const Ballast ballast(size_t{1} << 30, 32);
    good &= Print("1 GiB in use, 32 idle threads", runner, program, scratch);
  }
  std::filesystem::remove_all(scratch);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: process_overhead WARDEN NOOP\n");
    return 2;
  }
  return benchcell::Main(argv[1], argv[2]);
}
