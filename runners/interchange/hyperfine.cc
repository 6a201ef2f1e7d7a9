#include "runners/interchange/hyperfine.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/interchange/command_names.h"
#include "runners/interchange/series.h"
#include "runners/stats/median.h"
#include "runners/stats/moments.h"

namespace benchcell {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kTime[] = "wall_time";
constexpr char kMemory[] = "peak_memory";

// Lists of hyperfine's have a value for each run.
absl::StatusOr<std::vector<JsonPlace>> ListFor(const JsonPlace& list, size_t runs) {
  ASSIGN_OR_RETURN(std::vector<JsonPlace> items, list.Items());
  if (items.size() == runs) return items;
  return list.Unexpected(absl::StrCat("an array of ", runs, ", one for each of `times`"));
}

// Null is a run that a signal ended; hyperfine doesn't say which.
absl::Status ReadExitCode(const JsonPlace& code, v1::RunRecord& run) {
  if (code.value().is_null()) {
    (*run.mutable_observed())["exit"] = "ended by a signal";
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const double number, code.Number());
  if (number != std::floor(number) || std::abs(number) > 1e9) {
    return code.Unexpected("an exit code");
  }
  // Windows has negative ones; the schema has those of POSIX.
  if (number >= 0 && number <= 255) {
    run.mutable_exit()->set_code(static_cast<uint32_t>(number));
  } else {
    (*run.mutable_observed())["exit"] = absl::StrCat(static_cast<int64_t>(number));
  }
  return absl::OkStatus();
}

absl::Status ReadRuns(const JsonPlace& result, std::vector<v1::RunRecord>& runs) {
  ASSIGN_OR_RETURN(const JsonPlace times, result.Member("times"));
  ASSIGN_OR_RETURN(const std::vector<JsonPlace> seconds, times.Items());
  if (seconds.empty()) return times.Unexpected("the times of at least one run");
  for (const JsonPlace& each : seconds) {
    ASSIGN_OR_RETURN(const double value, each.Amount());
    runs.push_back(MeasuredRun(kTime, value));
  }
  if (const auto codes = result.Find("exit_codes"); codes.has_value()) {
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> list, ListFor(*codes, runs.size()));
    for (size_t i = 0; i < list.size(); ++i) RETURN_IF_ERROR(ReadExitCode(list[i], runs[i]));
  }
  if (const auto memory = result.Find("memory_usage_byte"); memory.has_value()) {
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> list, ListFor(*memory, runs.size()));
    for (size_t i = 0; i < list.size(); ++i) {
      ASSIGN_OR_RETURN(const double bytes, list[i].Amount());
      AddSample(kMemory, bytes, runs[i]);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<FilledCommand> ReadCommand(const JsonPlace& result) {
  FilledCommand command;
  ASSIGN_OR_RETURN(const JsonPlace text, result.Member("command"));
  ASSIGN_OR_RETURN(command.text, text.Text());
  if (command.text.empty()) return text.Unexpected("a command");
  const auto parameters = result.Find("parameters");
  if (!parameters.has_value()) return command;
  ASSIGN_OR_RETURN(const auto members, parameters->Members());
  for (const auto& [name, value] : members) {
    if (value.value().is_number()) {
      command.parameters[name] = value.value().dump();
    } else {
      ASSIGN_OR_RETURN(command.parameters[name], value.Text());
    }
  }
  return command;
}

bool Failed(const v1::RunRecord& run) {
  return run.exit().code() != 0 || run.observed().count("exit") > 0;
}

std::optional<double> MeanCpu(const Series& series, uint64_t (v1::Usage::*nanoseconds)() const) {
  double sum = 0;
  for (const v1::RunRecord* record : series.records) {
    if (!record->has_usage()) return std::nullopt;
    sum += static_cast<double>((record->usage().*nanoseconds)()) / 1e9;
  }
  return sum / static_cast<double>(series.records.size());
}

Json ResultOf(const Series& series) {
  Moments moments;
  Json codes = Json::array();
  for (size_t i = 0; i < series.values.size(); ++i) {
    moments.Add(series.values[i]);
    const v1::Exit& exit = series.records[i]->exit();
    codes.push_back(exit.how_case() == v1::Exit::kCode ? Json(exit.code()) : Json());
  }
  Json result = {{"command", series.build}, {"mean", moments.Mean()}};
  result["stddev"] = moments.count() > 1 ? Json(std::sqrt(moments.Variance())) : Json();
  result["median"] = *Median(series.values);
  // Left out where nobody measured them.
  if (const auto user = MeanCpu(series, &v1::Usage::user_cpu_ns)) result["user"] = *user;
  if (const auto system = MeanCpu(series, &v1::Usage::system_cpu_ns)) result["system"] = *system;
  const auto [least, most] = std::minmax_element(series.values.begin(), series.values.end());
  result["min"] = *least;
  result["max"] = *most;
  result["times"] = series.values;
  result["exit_codes"] = std::move(codes);
  Json parameters = Json::object();
  for (const auto& [axis, level] : series.levels) parameters[axis] = level;
  if (!parameters.empty()) result["parameters"] = std::move(parameters);
  return result;
}

}  // namespace

absl::StatusOr<MeasuredFile> ReadHyperfine(const JsonPlace& top) {
  MeasuredFile file;
  file.format = "hyperfine";
  file.tool = "hyperfine";
  ASSIGN_OR_RETURN(const JsonPlace list, top.Member("results"));
  ASSIGN_OR_RETURN(const std::vector<JsonPlace> results, list.Items());
  std::vector<FilledCommand> commands;
  bool memory = false;
  bool cpu = false;
  size_t failed = 0;
  for (const JsonPlace& each : results) {
    MeasuredResult& result = file.results.emplace_back();
    result.place = each.pointer();
    ASSIGN_OR_RETURN(const FilledCommand command, ReadCommand(each));
    commands.push_back(command);
    for (const auto& [name, value] : command.parameters) {
      result.levels.push_back(MakeLevel(name, value));
    }
    RETURN_IF_ERROR(ReadRuns(each, result.runs));
    memory = memory || each.Find("memory_usage_byte").has_value();
    cpu = cpu || each.Find("user").has_value();
    failed += static_cast<size_t>(std::count_if(result.runs.begin(), result.runs.end(), Failed));
  }
  const std::vector<std::string> names = NamesOfCommands(commands);
  for (size_t i = 0; i < names.size(); ++i) file.results[i].build = names[i];
  file.metrics.push_back(MakeMetric(kTime, "s", v1::LOWER_IS_BETTER,
                                    "Wall time of the command, as hyperfine measured it."));
  if (memory) {
    file.metrics.push_back(MakeMetric(kMemory, "By", v1::LOWER_IS_BETTER,
                                      "Largest memory of the command, as hyperfine measured it."));
  }
  if (cpu) {
    file.remarks.push_back(
        "User and system time are left out: hyperfine gives their means, not those of the runs.");
  }
  if (failed > 0) {
    file.remarks.push_back(absl::StrCat(
        failed, failed == 1 ? " run" : " runs",
        " did not end with exit code 0 and count all the same, as hyperfine was told."));
  }
  return file;
}

absl::StatusOr<Exported> WriteHyperfine(const v1::ExperimentRun& run, const ExportChoice& choice) {
  absl::StatusOr<v1::Metric> metric = ChooseMetric(run, choice, "s");
  if (!metric.ok()) return Annotate(metric.status(), "hyperfine's format holds seconds");
  ASSIGN_OR_RETURN(const std::vector<Series> all, SeriesOf(run, *metric, choice.builds));
  Json results = Json::array();
  bool unknown_cpu = false;
  for (const Series& series : all) {
    results.push_back(ResultOf(series));
    unknown_cpu = unknown_cpu || !results.back().contains("user");
  }
  Exported exported;
  exported.text =
      Json{{"results", std::move(results)}}.dump(2, ' ', false, Json::error_handler_t::replace) +
      "\n";
  exported.remarks = FailuresLeftOut(run);
  exported.remarks.push_back(absl::StrCat(
      "hyperfine's format has the seconds of ", metric->name(),
      " and no other metric, and no place for the machine or for which runs were neighbours."));
  if (unknown_cpu) {
    exported.remarks.push_back("`user` and `system` are missing where nobody measured them.");
  }
  return exported;
}

}  // namespace benchcell
