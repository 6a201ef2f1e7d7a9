#include "plugins/vitest/parse.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/sdk/answer.h"
#include "plugins/sdk/request.h"
#include "plugins/vitest/cache_state.h"
#include "plugins/vitest/report.h"
#include "plugins/vitest/settings.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell::vitest {
namespace {

// What is wrong with the run itself. Codes: ABORTED for a genuine failure, anything else for a
// harness error.
absl::Status Genuine(const std::string& message) { return absl::AbortedError(message); }

absl::Status Harness(const std::string& message) { return absl::FailedPreconditionError(message); }

std::string FailedTests(const Report& report) {
  std::string text =
      absl::StrCat(report.tests.failed, " of ", report.tests.total, " tests and ",
                   report.test_files.failed, " of ", report.test_files.total, " test files failed");
  if (report.unhandled_errors > 0) {
    absl::StrAppend(&text, ", ", report.unhandled_errors,
                    " unhandled errors, the first: ", report.first_unhandled_error);
  }
  return text;
}

bool AnythingFailed(const Report& report) {
  return report.tests.failed > 0 || report.test_files.failed > 0 || report.unhandled_errors > 0;
}

// `report` is absent if there is none that can be read.
absl::Status CheckExit(const v1::Exit& exit, const std::optional<Report>& report) {
  if (exit.how_case() == v1::Exit::kSignal) {
    return Genuine(absl::StrCat("vitest was ended by signal ", exit.signal()));
  }
  if (exit.how_case() != v1::Exit::kCode) return Harness("the record doesn't say how vitest ended");
  if (exit.code() == 0) return absl::OkStatus();
  const std::string what = absl::StrCat("vitest ended with exit code ", exit.code());
  if (!report.has_value()) return Genuine(absl::StrCat(what, " and left no report"));
  if (!report->complete) return Genuine(absl::StrCat(what, " before its tests had ended"));
  return Genuine(absl::StrCat(what, ": ", FailedTests(*report)));
}

absl::Status CheckTests(const Report& report, const AppSummary& app) {
  if (AnythingFailed(report)) {
    return Genuine(absl::StrCat("vitest ended with exit code 0, but ", FailedTests(report)));
  }
  if (report.test_files.total != app.test_files) {
    return Genuine(
        absl::StrCat(report.test_files.total, " test files ran, the app has ", app.test_files));
  }
  if (report.tests.passed != app.tests) {
    return Genuine(absl::StrCat(report.tests.passed, " tests passed, the app has ", app.tests));
  }
  return absl::OkStatus();
}

absl::Status CheckSame(const std::string& what, const std::string& found,
                       const std::string& expected) {
  if (found == expected) return absl::OkStatus();
  return Harness(absl::StrCat(what, " was ", found, " in this run, expected ", expected));
}

std::string Text(bool value) { return value ? "true" : "false"; }

absl::Status CheckSettings(const Report& report, const Settings& settings) {
  RETURN_IF_ERROR(CheckSame("pool", report.pool, settings.pool));
  RETURN_IF_ERROR(CheckSame("isolate", Text(report.isolate), Text(settings.isolate)));
  RETURN_IF_ERROR(
      CheckSame("fsModuleCache", Text(report.fs_module_cache), Text(settings.fs_module_cache)));
  RETURN_IF_ERROR(CheckSame("env", report.environment, settings.environment));
  const std::string& workers = settings.max_workers;
  // What a percentage or the default comes to depends on the machine: observed, not checked.
  if (workers == "default" || workers.empty() || workers.back() == '%') return absl::OkStatus();
  return CheckSame("maxWorkers", absl::StrCat(report.max_workers), workers);
}

absl::StatusOr<std::string> Needed(const v1::ParseRequest& request, const std::string& name) {
  std::optional<std::string> content = ReadRawOutput(request, name);
  if (content.has_value()) return *std::move(content);
  return Harness(absl::StrCat("the run left no \"", name, "\", which every run does"));
}

absl::Status CheckCaches(const v1::ParseRequest& request, const Settings& settings) {
  ASSIGN_OR_RETURN(const std::string before_text, Needed(request, "caches_before"));
  ASSIGN_OR_RETURN(const std::string after_text, Needed(request, "caches_after"));
  ASSIGN_OR_RETURN(const Listing before, ParseListing(before_text));
  ASSIGN_OR_RETURN(const Listing after, ParseListing(after_text));
  return CheckCacheState(before, after, settings.warm, settings.fs_module_cache);
}

// Everything that has to be right about a run.
absl::StatusOr<Report> Judge(const v1::ParseRequest& request) {
  const std::optional<std::string> report_text = ReadRawOutput(request, "report");
  const absl::StatusOr<Report> report =
      report_text.has_value()
          ? ParseReport(*report_text)
          : absl::StatusOr<Report>(Harness("vitest ended with exit code 0, but left no report"));
  RETURN_IF_ERROR(CheckExit(request.record().exit(),
                            report.ok() ? std::optional<Report>(*report) : std::nullopt));
  if (!report.ok()) return report.status();
  if (!report->complete) {
    return Genuine("vitest ended with exit code 0, but before its tests had ended");
  }
  ASSIGN_OR_RETURN(const std::string app_text, Needed(request, "app"));
  ASSIGN_OR_RETURN(const AppSummary app, ParseAppSummary(app_text));
  RETURN_IF_ERROR(CheckTests(*report, app));
  ASSIGN_OR_RETURN(const std::string expected_text, Needed(request, "expected"));
  ASSIGN_OR_RETURN(const Expected expected, ParseExpected(expected_text));
  RETURN_IF_ERROR(
      CheckSame("node", report->node_version, absl::StrCat("v", expected.node_version)));
  RETURN_IF_ERROR(CheckSame("vitest", report->vitest_version, expected.vitest_version));
  const Settings settings = SettingsOf(request.cell());
  RETURN_IF_ERROR(CheckSettings(*report, settings));
  RETURN_IF_ERROR(CheckCaches(request, settings));
  return report;
}

void AddSamples(const v1::Usage& usage, const Report& report, v1::ParseResponse& response) {
  AddUsageSamples(usage, response);
  for (const char* phase :
       {"transform", "setup", "import", "tests", "environment", "prepare", "worker"}) {
    const auto milliseconds = report.phases_ms.find(phase);
    if (milliseconds != report.phases_ms.end()) {
      AddSample(phase, milliseconds->second / 1000, response);
    }
  }
}

}  // namespace

v1::ParseResponse Parse(const v1::ParseRequest& request) {
  v1::ParseResponse response;
  const absl::StatusOr<Report> report = Judge(request);
  if (!report.ok()) {
    const bool genuine = absl::IsAborted(report.status());
    return Failed(
        genuine ? v1::GENUINE_FAILURE : v1::HARNESS_ERROR,
        absl::StrCat(std::string(report.status().message()), genuine ? OutputTail(request) : ""));
  }
  response.set_status(v1::OK);
  AddSamples(request.record().usage(), *report, response);
  auto& observed = *response.mutable_observed();
  observed["maxWorkers"] = absl::StrCat(report->max_workers);
  observed["node"] = report->node_version;
  observed["vitest"] = report->vitest_version;
  return response;
}

}  // namespace benchcell::vitest
