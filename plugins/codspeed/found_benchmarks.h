// What assets/reporter.mjs wrote: the benchmarks of a run by their whole names, and what went wrong
// with them.

#ifndef BENCHCELL_PLUGINS_CODSPEED_FOUND_BENCHMARKS_H_
#define BENCHCELL_PLUGINS_CODSPEED_FOUND_BENCHMARKS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell::codspeed {

struct FoundBenchmark {
  // Path in the package.
  std::string file;
  // Names of the describes and of what vitest calls the test, outermost first. With vitest 4 that
  // is the benchmark itself, with vitest 5 the test that registers it.
  std::vector<std::string> test;
  // FILE::DESCRIBE::...::NAME, as CodSpeed has it.
  std::string own_uri;
  // The same, unique among those that run, as a profile is read: where a file has one twice, the
  // second is `URI (2)`.
  std::string uri;
  // Neither skipped nor still to be written.
  bool runs = false;
  // A provider began with it and did not end.
  bool broke_off = false;
};

struct FoundError {
  // Of the file and the test it happened in; empty where vitest doesn't say.
  std::string file;
  std::vector<std::string> names;
  std::string message;
  // Where it was thrown, `src/read.bench.ts:4:44`; empty where that isn't known.
  std::string place;
};

struct FoundBenchmarks {
  // Versions.
  std::string vitest;
  std::string node;
  // Absolute path of the package in that run.
  std::string root;
  // In the order in which a process runs them; files in any order.
  std::vector<FoundBenchmark> benchmarks;
  std::vector<FoundError> errors;
};

// INVALID_ARGUMENT for text that isn't what the reporter writes.
absl::StatusOr<FoundBenchmarks> ParseFoundBenchmarks(const std::string& text);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_FOUND_BENCHMARKS_H_
