#include "plugins/node_core/parse.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "plugins/node_core/description.h"
#include "plugins/node_core/failure.h"
#include "plugins/node_core/messages.h"
#include "plugins/node_core/plans.h"
#include "plugins/sdk/answer.h"
#include "plugins/sdk/request.h"
#include "runners/base/text.h"

namespace benchcell::node_core {
namespace {

using Kind = JsonValue::Kind;

// What a good run says.
struct Measured {
  Report report;
  double rate = 0;
  double time = 0;
};

Failure Genuine(const std::string& sentence) { return {v1::GENUINE_FAILURE, sentence}; }
Failure Harness(const std::string& sentence) { return {v1::HARNESS_ERROR, sentence}; }

std::string ErrorOutput(const v1::ParseRequest& request) {
  return ReadRawOutput(request, "stderr").value_or("");
}

// nullopt if the process ended well.
std::optional<Failure> CheckExit(const v1::ParseRequest& request, bool reported) {
  const v1::Exit& exit = request.record().exit();
  const std::string when = reported ? ", after it had reported" : ", before it had reported";
  if (exit.timed_out()) {
    return Genuine(absl::StrCat("hang: it was killed after the experiment's timeout", when));
  }
  if (exit.has_signal()) {
    return Genuine(absl::StrCat("killed: signal ", exit.signal(), " (", strsignal(exit.signal()),
                                ") ended the benchmark", when));
  }
  if (!exit.has_code()) return Harness("the record doesn't say how the benchmark ended");
  if (exit.code() == 0) return std::nullopt;
  std::optional<Failure> failure = Recognize(ErrorOutput(request));
  if (failure.has_value()) return failure;
  return Genuine(absl::StrCat("exit code ", exit.code(), when));
}

Failure NoReport(const v1::ParseRequest& request, const Messages& messages) {
  if (messages.queue_length == 0) {
    return Genuine("empty queue: the benchmark had no configuration to run");
  }
  if (std::optional<Failure> failure = Recognize(ErrorOutput(request)); failure.has_value()) {
    return *failure;
  }
  return Genuine(absl::StrCat(
      "no report sent: the benchmark ended with exit code 0 and never called end()",
      messages.queue_length.has_value()
          ? "; its parent process, which made it ready, doesn't tell if a signal ended it"
          : ""));
}

// The configuration that ran is the one that was asked for: with an argument missing, a benchmark
// silently takes its first value.
std::optional<Failure> CheckConfiguration(const v1::Cell& cell, const Report& report) {
  for (const v1::Level& level : cell.level()) {
    if (level.axis() == kBenchmarkAxis) {
      if (report.name == level.level()) continue;
      return Harness(absl::StrCat("wrong configuration: ", report.name, " reported, expected ",
                                  level.level()));
    }
    const JsonValue& value = report.Find(level.axis());
    if (value.kind == Kind::kMissing && level.axis() == kHttpTool) continue;
    if (value.kind != Kind::kMissing && value.text == level.level()) continue;
    return Harness(absl::StrCat("wrong configuration: ", level.axis(), " was ",
                                value.kind == Kind::kMissing ? "not there" : value.text,
                                " in this run, expected ", level.level()));
  }
  return std::nullopt;
}

// Node's stand-in is no failure if the cell says so: a cell does only if `set` asks for it.
std::optional<Failure> CheckHttpTool(const v1::Cell& cell, const Report& report) {
  const std::string& tool = report.Find(kHttpTool).text;
  if (!IsTestDouble(tool) || LevelOf(cell, kHttpTool) == tool) {
    return std::nullopt;
  }
  return TestDouble(tool);
}

// A number, or a string that holds one: some tools' results are never converted.
std::optional<double> NumberOf(const JsonValue& value) {
  double number = 0;
  if (value.kind != Kind::kNumber && value.kind != Kind::kString) return std::nullopt;
  if (!absl::SimpleAtod(value.text, &number) || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string Shown(const JsonValue& value) {
  if (value.kind == Kind::kNull) return "NaN or infinite (null in the report)";
  if (value.kind == Kind::kMissing) return "missing";
  return absl::StrCat("\"", value.text, "\"");
}

std::variant<Measured, Failure> Judge(const v1::ParseRequest& request) {
  if (const auto reason = ReadRawOutput(request, kReasonOutput); reason.has_value()) {
    return Failure{v1::GENUINE_FAILURE, *reason, /*is_whole=*/true};
  }
  const std::optional<std::string> sent = ReadRawOutput(request, kReportsOutput);
  if (!sent.has_value()) return Harness("the run left no \"reports\", which every run does");
  const absl::StatusOr<Messages> messages = ParseMessages(*sent);
  if (!messages.ok()) return Harness(std::string(messages.status().message()));
  if (auto failure = CheckExit(request, !messages->report.empty())) return *failure;
  if (messages->report.empty()) return NoReport(request, *messages);
  if (messages->report.size() > 1) {
    return Harness(absl::StrCat(messages->report.size(), " reports came, expected one"));
  }
  Measured measured{messages->report[0]};
  const Report& report = measured.report;
  if (auto failure = CheckHttpTool(request.cell(), report)) return *failure;
  if (auto failure = CheckConfiguration(request.cell(), report)) return *failure;
  const std::optional<double> rate = NumberOf(report.rate);
  if (!rate.has_value()) {
    return Genuine(absl::StrCat("not a finite rate: it is ", Shown(report.rate)));
  }
  if (*rate <= 0) {
    return Genuine(
        absl::StrCat("no operations: the rate is ", report.rate.text, ", expected one above 0"));
  }
  const std::optional<double> time = NumberOf(report.time);
  if (!time.has_value()) {
    return Harness(absl::StrCat("the report's time is ", Shown(report.time), ", expected seconds"));
  }
  measured.rate = *rate;
  measured.time = *time;
  return measured;
}

}  // namespace

v1::ParseResponse Parse(const v1::ParseRequest& request) {
  v1::ParseResponse response;
  const std::variant<Measured, Failure> judged = Judge(request);
  if (const auto* const failure = std::get_if<Failure>(&judged)) {
    return Failed(failure->status,
                  absl::StrCat(failure->sentence, failure->is_whole ? "" : OutputTail(request)));
  }
  const Measured& measured = std::get<Measured>(judged);
  const v1::Usage& usage = request.record().usage();
  response.set_status(v1::OK);
  AddSample("rate", measured.rate, response);
  AddSample("time", measured.time, response);
  AddSample("cpu_time", static_cast<double>(usage.user_cpu_ns() + usage.system_cpu_ns()) * 1e-9,
            response);
  AddSample("peak_memory", static_cast<double>(usage.peak_memory_bytes()), response);
  auto& observed = *response.mutable_observed();
  observed[kObservedRate] = measured.report.rate.text;
  observed[kObservedTime] = measured.report.time.text;
  observed[kObservedConfiguration] = ConfigurationText(measured.report);
  return response;
}

}  // namespace benchcell::node_core
