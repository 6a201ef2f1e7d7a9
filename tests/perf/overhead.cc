#include "tests/perf/overhead.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

double NowMs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

absl::StatusOr<double> SpawnAndWait(const std::string& program) {
  char* const argv[] = {const_cast<char*>(program.c_str()), nullptr};
  char* const none[] = {nullptr};
  pid_t child = 0;
  int status = 0;
  rusage usage;
  const double start = NowMs();
  const int error = posix_spawn(&child, program.c_str(), nullptr, nullptr, argv, none);
  if (error == 0) wait4(child, &status, 0, &usage);
  const double end = NowMs();
  if (error != 0) return absl::ErrnoToStatus(error, program);
  if (status != 0) return absl::InternalError(absl::StrCat(program, " did not exit with 0"));
  return end - start;
}

}  // namespace

absl::StatusOr<Overhead> MeasureOverhead(ProcessRunner& runner, const std::string& program,
                                         const std::string& scratch, int pairs) {
  ProcessSpec spec;
  spec.argv = {program};
  spec.working_directory = scratch;
  spec.stdout_file = scratch + "/stdout";
  spec.stderr_file = scratch + "/stderr";
  spec.timeout = absl::Seconds(10);
  spec.scope = "0feed0fabe";
  const CancellationFlag never;
  std::vector<double> spawn;
  std::vector<double> run;
  std::vector<double> around;
  Overhead overhead;
  for (int i = 0; i < pairs; ++i) {
    const absl::StatusOr<double> spawned = SpawnAndWait(program);
    if (!spawned.ok()) return spawned.status();
    const double start = NowMs();
    const absl::StatusOr<ProcessResult> result = runner.Run(spec, never);
    const double whole = NowMs() - start;
    if (!result.ok()) return result.status();
    if (!result->exit.has_code() || result->exit.code() != 0) {
      return absl::InternalError(absl::StrCat(program, " did not exit with 0"));
    }
    const double wall = result->usage.wall_ns() / 1e6;
    spawn.push_back(*spawned);
    run.push_back(wall);
    around.push_back(whole - wall);
    overhead.peak_mib = std::max(overhead.peak_mib, result->usage.peak_memory_bytes() / 1048576.0);
  }
  overhead.spawn_ms = Median(spawn);
  overhead.run_ms = Median(run);
  overhead.around_ms = Median(around);
  return overhead;
}

Ballast::Ballast(size_t bytes, int threads) : memory_(bytes, 1) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { done_.WaitForNotification(); });
  }
}

Ballast::~Ballast() {
  done_.Notify();
  for (std::thread& thread : threads_) thread.join();
}

}  // namespace benchcell
