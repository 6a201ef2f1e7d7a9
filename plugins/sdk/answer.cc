#include "plugins/sdk/answer.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "plugins/sdk/request.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr uint64_t kTailBytes = 1500;

}  // namespace

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

void AddUsageSamples(const v1::Usage& usage, v1::ParseResponse& response) {
  const double user = static_cast<double>(usage.user_cpu_ns()) * kNanosecond;
  const double system = static_cast<double>(usage.system_cpu_ns()) * kNanosecond;
  AddSample("wall_time", static_cast<double>(usage.wall_ns()) * kNanosecond, response);
  AddSample("cpu_time", user + system, response);
  AddSample("user_cpu_time", user, response);
  AddSample("system_cpu_time", system, response);
  AddSample("peak_memory", static_cast<double>(usage.peak_memory_bytes()), response);
}

std::string OutputTail(const v1::ParseRequest& request) {
  std::string text;
  for (const std::string name : {"stdout", "stderr"}) {
    const std::string tail =
        Tail(WithoutControls(ReadRawOutput(request, name).value_or("")), kTailBytes);
    if (!tail.empty()) absl::StrAppend(&text, "\n--- end of ", name, ":\n", tail);
  }
  return text;
}

}  // namespace benchcell
