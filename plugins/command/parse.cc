#include "plugins/command/parse.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/command/plan.h"
#include "plugins/command/reading.h"
#include "plugins/command/settings.h"
#include "plugins/sdk/request.h"
#include "runners/base/text.h"

namespace benchcell::command {
namespace {

constexpr uint64_t kTailBytes = 1500;

// The end of both outputs, under their names.
std::string OutputTail(const v1::ParseRequest& request) {
  std::string text;
  for (const std::string name : {"stdout", "stderr"}) {
    const std::string tail =
        Tail(WithoutControls(ReadRawOutput(request, name).value_or("")), kTailBytes);
    if (!tail.empty()) absl::StrAppend(&text, "\n--- end of ", name, ":\n", tail);
  }
  return text;
}

// Why the command itself has failed; nullopt if it ended well.
std::optional<std::string> Failure(const v1::Exit& exit, const GoodExits& good) {
  if (exit.timed_out()) return "it was killed after the experiment's timeout";
  if (exit.has_signal()) {
    return absl::StrCat("killed by signal ", exit.signal(), " (", strsignal(exit.signal()), ")");
  }
  if (good.empty() || std::find(good.begin(), good.end(), exit.code()) != good.end()) {
    return std::nullopt;
  }
  return absl::StrCat("exit code ", exit.code(), "; expected ", absl::StrJoin(good, " or "));
}

v1::ParseResponse Failed(v1::RunStatus status, const std::string& message) {
  v1::ParseResponse response;
  response.set_status(status);
  response.set_message(ToValidUtf8(message));
  return response;
}

void AddSample(const std::string& metric, double value, v1::ParseResponse& response) {
  v1::Sample& sample = *response.add_sample();
  sample.set_metric(metric);
  sample.set_value(value);
}

}  // namespace

v1::ParseResponse Parse(const v1::ParseRequest& request) {
  Reading reading;
  if (const auto text = ReadRawOutput(request, kReadingOutput); text.has_value()) {
    absl::StatusOr<Reading> read = ReadingFromText(*text);
    if (!read.ok()) return Failed(v1::HARNESS_ERROR, std::string(read.status().message()));
    reading = *std::move(read);
  }
  const v1::Exit& exit = request.record().exit();
  if (exit.how_case() == v1::Exit::HOW_NOT_SET) {
    return Failed(v1::HARNESS_ERROR, "the record doesn't say how the command ended");
  }
  if (const auto failure = Failure(exit, reading.good_exits); failure.has_value()) {
    return Failed(v1::GENUINE_FAILURE, absl::StrCat(*failure, OutputTail(request)));
  }
  v1::ParseResponse response;
  response.set_status(v1::OK);
  for (const MetricSpec& spec : reading.metrics) {
    const std::string name = spec.is_file ? absl::StrCat(kFilePrefix, spec.source) : spec.source;
    const auto output = ReadRawOutput(request, name);
    if (!output.has_value()) {
      return Failed(v1::HARNESS_ERROR, absl::StrCat("metric ", spec.metric.name(), ": the command ",
                                                    "left no file ", spec.source));
    }
    const absl::StatusOr<double> value = ReadValue(spec, *output);
    if (!value.ok()) return Failed(v1::HARNESS_ERROR, std::string(value.status().message()));
    AddSample(spec.metric.name(), *value, response);
  }
  const v1::Usage& usage = request.record().usage();
  const double user = static_cast<double>(usage.user_cpu_ns()) * 1e-9;
  const double system = static_cast<double>(usage.system_cpu_ns()) * 1e-9;
  AddSample("wall_time", static_cast<double>(usage.wall_ns()) * 1e-9, response);
  AddSample("cpu_time", user + system, response);
  AddSample("user_cpu_time", user, response);
  AddSample("system_cpu_time", system, response);
  AddSample("peak_memory", static_cast<double>(usage.peak_memory_bytes()), response);
  return response;
}

}  // namespace benchcell::command
