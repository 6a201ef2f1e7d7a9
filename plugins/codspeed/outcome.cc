#include "plugins/codspeed/outcome.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "plugins/codspeed/run_failure.h"

namespace benchcell::codspeed {
namespace {

// Whether an error of a describe, a test or the file (no names) is one of the benchmark, too.
bool Covers(const FoundError& error, const FoundBenchmark& benchmark) {
  return error.file == benchmark.file && error.names.size() <= benchmark.test.size() &&
         std::equal(error.names.begin(), error.names.end(), benchmark.test.begin());
}

}  // namespace

Outcomes::Outcomes(const FoundBenchmarks& found, std::string trouble)
    : found_(found), trouble_(std::move(trouble)) {}

const FoundError* Outcomes::ErrorOf(const FoundBenchmark& benchmark) const {
  for (const FoundError& error : found_.errors) {
    if (Covers(error, benchmark)) return &error;
  }
  // A process that ended belongs to no file, and took the benchmark with it.
  for (const FoundError& error : found_.errors) {
    if (error.file.empty()) return &error;
  }
  return nullptr;
}

v1::BenchmarkFailure Outcomes::Failure(const FoundBenchmark& benchmark) {
  v1::BenchmarkFailure failure;
  failure.set_benchmark(benchmark.uri);
  failure.set_status(v1::GENUINE_FAILURE);
  if (const FoundError* error = ErrorOf(benchmark)) {
    const auto [thrower, is_first] = thrower_.emplace(error, benchmark.uri);
    failure.set_message(is_first ? absl::StrCat("threw: ", Describe(*error))
                                 : absl::StrCat("not run: ", thrower->second,
                                                " before it threw: ", Describe(*error)));
    return failure;
  }
  failure.set_status(v1::HARNESS_ERROR);
  failure.set_message(absl::StrCat(
      "the profile has no counts of it, and vitest tells of no error",
      trouble_.empty() ? ": is CodSpeed's plugin among the plugins of the package's config?" : ": ",
      trouble_));
  return failure;
}

std::string Outcomes::Unexplained() const {
  for (const FoundError& error : found_.errors) {
    if (thrower_.contains(&error)) continue;
    return absl::StrCat("after its benchmarks were measured, ",
                        error.file.empty() ? "the run" : error.file, " threw: ", Describe(error));
  }
  return "";
}

}  // namespace benchcell::codspeed
