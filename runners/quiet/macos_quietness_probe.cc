#include "runners/quiet/macos_quietness_probe.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

// The number at the end of a line that starts with `name`, as in `\tCPU_Speed_Limit \t= 80`.
std::optional<uint32_t> NumberBehind(const std::string& line, const char* name) {
  const std::string text(absl::StripAsciiWhitespace(line));
  uint32_t number = 0;
  if (!absl::StartsWithIgnoreCase(text, name)) return std::nullopt;
  const std::string last = text.substr(text.find_last_of(" \t=:") + 1);
  return absl::SimpleAtoi(last, &number) ? std::optional(number) : std::nullopt;
}

}  // namespace

uint32_t MacosSpeedLimit(const std::string& thermal) {
  uint32_t lowest = 0;
  for (const auto& view : absl::StrSplit(thermal, '\n')) {
    const std::string line(view);
    for (const char* name : {"CPU_Speed_Limit", "CPU_Scheduler_Limit"}) {
      const std::optional<uint32_t> limit = NumberBehind(line, name);
      if (limit.has_value()) lowest = lowest == 0 ? *limit : std::min(lowest, *limit);
    }
  }
  return lowest;
}

uint32_t MacosHeatLevel(const std::string& thermal, const std::string& pressure) {
  uint32_t highest = 0;
  for (const auto& view : absl::StrSplit(thermal + "\n" + pressure, '\n')) {
    const std::string line(view);
    for (const char* name : {"Thermal Warning Level", "Performance Warning Level",
                             "com.apple.system.thermalpressurelevel"}) {
      highest = std::max(highest, NumberBehind(line, name).value_or(0));
    }
  }
  return highest;
}

MacosQuietnessProbe::MacosQuietnessProbe(Parts parts) : parts_(std::move(parts)) {}

absl::StatusOr<QuietReading> MacosQuietnessProbe::Read(bool first) {
  QuietReading reading;
  if (first) ReadRest(reading);
  RETURN_IF_ERROR(ReadTimes(reading));
  if (!first) ReadRest(reading);
  return reading;
}

absl::Status MacosQuietnessProbe::ReadTimes(QuietReading& reading) {
  ASSIGN_OR_RETURN(reading.times, parts_.times.Read());
  reading.processors = parts_.processors;
  return absl::OkStatus();
}

void MacosQuietnessProbe::ReadRest(QuietReading& reading) {
  reading.load_average = parts_.load_average();
  const std::string thermal = parts_.output(kThermalCommand);
  reading.speed_limit = MacosSpeedLimit(thermal);
  reading.heat_level = MacosHeatLevel(thermal, parts_.output(kPressureCommand));
}

}  // namespace benchcell
