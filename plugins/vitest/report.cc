#include "plugins/vitest/report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "plugins/vitest/json_fields.h"
#include "runners/base/status_macros.h"

namespace benchcell::vitest {
namespace {

// The layout of the report that this parser reads.
constexpr int64_t kFormat = 1;

Counts CountsOf(JsonFields& fields, const std::string& field) {
  JsonFields part(fields.Object(field), absl::StrCat("report.", field));
  const Counts counts = {.total = part.Integer("total"),
                         .passed = part.Integer("passed"),
                         .failed = part.Integer("failed"),
                         .skipped = part.Integer("skipped")};
  fields.Include(part);
  return counts;
}

// A phase that is no finite number is left out: its absence shows in the table.
std::map<std::string, double> PhasesOf(const nlohmann::json& phases) {
  std::map<std::string, double> result;
  for (const auto& [name, value] : phases.items()) {
    if (value.is_number() && std::isfinite(value.get<double>())) result[name] = value;
  }
  return result;
}

void ReadComplete(JsonFields& fields, Report& report) {
  report.vitest_version = fields.Text("vitestVersion");
  report.pool = fields.Text("pool");
  report.isolate = fields.Boolean("isolate");
  report.environment = fields.Text("environment");
  report.max_workers = fields.Integer("maxWorkers");
  report.fs_module_cache = fields.Boolean("fsModuleCache");
  report.test_files = CountsOf(fields, "testFiles");
  report.tests = CountsOf(fields, "tests");
  JsonFields unhandled(fields.Object("unhandledErrors"), "report.unhandledErrors");
  report.unhandled_errors = unhandled.Integer("count");
  if (report.unhandled_errors > 0) report.first_unhandled_error = unhandled.Text("firstMessage");
  fields.Include(unhandled);
  report.phases_ms = PhasesOf(fields.Object("phasesMs"));
}

}  // namespace

absl::StatusOr<Report> ParseReport(const std::string& text) {
  ASSIGN_OR_RETURN(const nlohmann::json json, JsonFields::Parse(text, "report"));
  JsonFields fields(json, "report");
  if (const int64_t format = fields.Integer("format"); fields.status().ok() && format != kFormat) {
    return absl::InvalidArgumentError(
        absl::StrCat("report: found format ", format, ", expected ", kFormat));
  }
  Report report;
  report.complete = fields.Boolean("complete");
  report.node_version = fields.Text("nodeVersion");
  if (report.complete) ReadComplete(fields, report);
  RETURN_IF_ERROR(fields.status());
  return report;
}

absl::StatusOr<AppSummary> ParseAppSummary(const std::string& text) {
  ASSIGN_OR_RETURN(const nlohmann::json json, JsonFields::Parse(text, "app.json"));
  JsonFields fields(json, "app.json");
  const AppSummary app = {.test_files = fields.Integer("testFiles"),
                          .tests = fields.Integer("tests")};
  RETURN_IF_ERROR(fields.status());
  return app;
}

absl::StatusOr<Expected> ParseExpected(const std::string& text) {
  ASSIGN_OR_RETURN(const nlohmann::json json, JsonFields::Parse(text, "expected.json"));
  JsonFields fields(json, "expected.json");
  const Expected expected = {.node_version = fields.Text("node"),
                             .vitest_version = fields.Text("vitest")};
  RETURN_IF_ERROR(fields.status());
  return expected;
}

}  // namespace benchcell::vitest
