#include "runners/interchange/benchstat.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/interchange/benchstat_name.h"
#include "runners/interchange/series.h"
#include "runners/report/format.h"

namespace benchcell {
namespace {

// How a metric stands in a line.
struct Column {
  v1::Metric metric;
  std::string unit;
  double factor = 1;
};

std::string UnitOf(const v1::Metric& metric) {
  static const auto* const words = new std::map<std::string, std::string>{
      {"s", "sec"}, {"By", "bytes"}, {"1/s", "per-sec"}, {"By/s", "bytes-per-sec"}, {"1", "count"}};
  const auto word = words->find(metric.unit());
  return absl::StrCat(ToBenchstatName(metric.name()), "-",
                      word != words->end() ? word->second : ToBenchstatName(metric.unit()));
}

std::vector<Column> ColumnsOf(const std::vector<v1::Metric>& metrics) {
  std::vector<Column> columns;
  bool has_time = false;
  for (const v1::Metric& metric : metrics) {
    if (metric.unit() == "s" && !has_time) {
      has_time = true;
      columns.push_back({metric, "ns/op", 1e9});
    } else {
      columns.push_back({metric, UnitOf(metric)});
    }
  }
  return columns;
}

// What benchstat can't know by the name.
std::string UnitLine(const Column& column) {
  std::string line;
  if (column.metric.direction() == v1::LOWER_IS_BETTER) line += " better=lower";
  if (column.metric.direction() == v1::HIGHER_IS_BETTER) line += " better=higher";
  if (column.metric.exact()) line += " assume=exact";
  return line.empty() ? "" : absl::StrCat("Unit ", column.unit, line, "\n");
}

std::string NameOf(const v1::ExperimentRun& run, const SeriesLevels& levels) {
  std::string name = ToBenchstatName(run.resolved().experiment().name());
  // Go's names begin with a capital; the experiment's own name is a line of its own.
  if (!name.empty()) name[0] = absl::ascii_toupper(static_cast<unsigned char>(name[0]));
  for (const auto& [axis, level] : levels) {
    absl::StrAppend(&name, "/", ToBenchstatName(axis), "=", ToBenchstatName(level));
  }
  return absl::StrCat("Benchmark", name);
}

std::string ConfigLine(const std::string& key, const std::string& value) {
  return value.empty() ? "" : absl::StrCat(key, ": ", ToBenchstatValue(value), "\n");
}

// What stands for the machine of a record in the configuration; the same text for the same machine.
std::string MachineLines(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  for (const v1::Machine& machine : run.machine()) {
    if (machine.id() != record.machine() || machine.epoch() != record.epoch()) continue;
    return ConfigLine("cpu", machine.facts().processor_model()) +
           ConfigLine("platform", machine.facts().platform());
  }
  return "";
}

// Lines with their place: builds first, so that configuration lines are few.
class Lines {
 public:
  void Add(size_t build, const v1::RunRecord& record, const std::string& name,
           const std::string& value) {
    std::string& line = lines_[{build, record.machine(), record.epoch(), record.round(),
                                record.planned().position(), record.cell(), name}];
    if (line.empty()) line = absl::StrCat(name, " 1");
    absl::StrAppend(&line, " ", value);
    records_[{build, record.machine(), record.epoch()}] = &record;
  }

  std::string Text(const v1::ExperimentRun& run, const std::vector<std::string>& builds) const {
    std::string text;
    const v1::RunRecord* previous = nullptr;
    size_t previous_build = 0;
    for (const auto& [key, line] : lines_) {
      const size_t build = std::get<0>(key);
      const v1::RunRecord* record = records_.at({build, std::get<1>(key), std::get<2>(key)});
      if (record != previous) text += MachineLines(run, *record);
      if (previous == nullptr || build != previous_build)
        text += ConfigLine("build", builds[build]);
      absl::StrAppend(&text, line, "\n");
      previous = record;
      previous_build = build;
    }
    return text;
  }

 private:
  std::map<std::tuple<size_t, std::string, uint32_t, uint32_t, uint32_t, uint32_t, std::string>,
           std::string>
      lines_;
  std::map<std::tuple<size_t, std::string, uint32_t>, const v1::RunRecord*> records_;
};

}  // namespace

absl::StatusOr<Exported> WriteBenchstat(const v1::ExperimentRun& run, const ExportChoice& choice) {
  ASSIGN_OR_RETURN(const std::vector<v1::Metric> metrics, ChooseMetrics(run, choice));
  std::vector<std::string> builds = choice.builds;
  for (const v1::Build& build : run.resolved().experiment().build()) {
    if (choice.builds.empty()) builds.push_back(build.name());
  }
  Exported exported;
  Lines lines;
  exported.text = ConfigLine("experiment", run.resolved().experiment().name());
  exported.text += ConfigLine("run", run.id());
  for (const Column& column : ColumnsOf(metrics)) {
    exported.text += UnitLine(column);
    ASSIGN_OR_RETURN(const std::vector<Series> all, SeriesOf(run, column.metric, choice.builds));
    for (const Series& series : all) {
      const size_t build = std::find(builds.begin(), builds.end(), series.build) - builds.begin();
      const std::string name = NameOf(run, series.levels);
      for (size_t i = 0; i < series.values.size(); ++i) {
        lines.Add(build, *series.records[i], name,
                  absl::StrCat(FormatExactly(series.values[i] * column.factor), " ", column.unit));
      }
    }
  }
  exported.text += lines.Text(run, builds);
  exported.remarks = FailuresLeftOut(run);
  exported.remarks.push_back(
      "Compare the builds with `benchstat -col build FILE`. The format doesn't say which runs were "
      "neighbours in time, so benchstat tests them as if none were.");
  return exported;
}

}  // namespace benchcell
