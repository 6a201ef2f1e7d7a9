// The JSON files that a run leaves, as values.

#ifndef BENCHCELL_PLUGINS_VITEST_REPORT_H_
#define BENCHCELL_PLUGINS_VITEST_REPORT_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell::vitest {

// Test files or tests by how they ended. Those that neither passed, failed nor were skipped never
// ran.
struct Counts {
  int64_t total = 0;
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
};

// What assets/reporter.mjs writes.
struct Report {
  // False if vitest ended before its tests did; of the rest only node_version is then set.
  bool complete = false;
  // With a leading `v`, as node spells it.
  std::string node_version;
  std::string vitest_version;
  std::string environment;
  int64_t max_workers = 0;
  bool isolate = false;
  bool fs_module_cache = false;
  std::string pool;
  Counts test_files;
  Counts tests;
  int64_t unhandled_errors = 0;
  std::string first_unhandled_error;
  // Milliseconds by vitest's names; which there are depends on its version.
  std::map<std::string, double> phases_ms;
};

// What an app says of itself in app.json.
struct AppSummary {
  int64_t test_files = 0;
  int64_t tests = 0;
};

// What the plugin has written into expected.json.
struct Expected {
  std::string node_version;
  std::string vitest_version;
};

// INVALID_ARGUMENT for text that isn't such a file: which field was expected to be what.
absl::StatusOr<Report> ParseReport(const std::string& text);
absl::StatusOr<AppSummary> ParseAppSummary(const std::string& text);
absl::StatusOr<Expected> ParseExpected(const std::string& text);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_REPORT_H_
