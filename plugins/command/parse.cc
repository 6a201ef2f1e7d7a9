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
#include "plugins/sdk/answer.h"
#include "plugins/sdk/request.h"

namespace benchcell::command {
namespace {

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
  AddUsageSamples(request.record().usage(), response);
  return response;
}

}  // namespace benchcell::command
