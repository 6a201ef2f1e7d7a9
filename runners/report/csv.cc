#include "runners/report/csv.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/report/format.h"

namespace benchcell {
namespace {

using Json = nlohmann::ordered_json;

// A named field of a line. The lists below decide the order of the columns.
using Field = std::pair<std::string, std::string>;

std::string YesNo(bool value) { return value ? "true" : "false"; }

// Empty where `known` is false.
template <typename Number>
std::string If(bool known, Number value) {
  return known ? absl::StrCat(value) : "";
}

std::string RawOutputs(const v1::RunRecord& record) {
  Json outputs = Json::array();
  for (const v1::RawOutput& output : record.raw_output()) {
    outputs.push_back(
        {{"name", output.name()}, {"sha256", output.sha256()}, {"size", output.size()}});
  }
  return outputs.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Field> RunFields(const v1::ExperimentRun& run) {
  const v1::Experiment& experiment = run.resolved().experiment();
  return {{"run_id", run.id()},
          {"experiment", experiment.name()},
          {"digest", run.digest()},
          {"seed", If(!run.has_imported(), run.seed())},
          {"benchcell_version", run.benchcell_version()}};
}

std::vector<Field> PlaceFields(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  const auto& builds = run.resolved().experiment().build();
  const uint32_t build = record.planned().build();
  const bool known = build < static_cast<uint32_t>(builds.size());
  return {{"cell", absl::StrCat(record.cell())},
          {"round", absl::StrCat(record.round())},
          {"position", If(!run.has_imported(), record.planned().position())},
          {"build", known ? builds[static_cast<int>(build)].name() : ""},
          {"index", absl::StrCat(record.planned().index())},
          {"attempt", absl::StrCat(record.attempt())},
          {"superseded", YesNo(record.superseded())},
          {"machine", record.machine()},
          {"epoch", absl::StrCat(record.epoch())}};
}

std::vector<Field> MachineFields(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  v1::MachineFacts facts;
  for (const v1::Machine& machine : run.machine()) {
    if (machine.id() == record.machine() && machine.epoch() == record.epoch()) {
      facts = machine.facts();
    }
  }
  return {{"platform", facts.platform()},
          {"processor_model", facts.processor_model()},
          {"logical_cpus", If(facts.logical_cpus() > 0, facts.logical_cpus())}};
}

std::vector<Field> OutcomeFields(const v1::RunRecord& record) {
  const v1::Exit& exit = record.exit();
  const v1::Usage& usage = record.usage();
  const bool used = record.has_usage();
  return {{"start_time", record.has_start_time()
                             ? google::protobuf::util::TimeUtil::ToString(record.start_time())
                             : ""},
          {"exit_code", If(exit.has_code(), exit.code())},
          {"exit_signal", If(exit.has_signal(), exit.signal())},
          {"timed_out", record.has_exit() ? YesNo(exit.timed_out()) : ""},
          {"wall_ns", If(used, usage.wall_ns())},
          {"user_cpu_ns", If(used, usage.user_cpu_ns())},
          {"system_cpu_ns", If(used, usage.system_cpu_ns())},
          {"peak_memory_bytes", If(used, usage.peak_memory_bytes())},
          {"voluntary_context_switches", If(used, usage.voluntary_context_switches())},
          {"involuntary_context_switches", If(used, usage.involuntary_context_switches())},
          {"accounting", used ? v1::Accounting_Name(usage.accounting()) : ""},
          {"foreign_cpu_ns", If(used && usage.foreign_cpu_ns() >= 0, usage.foreign_cpu_ns())},
          {"status", v1::RunStatus_Name(record.status())},
          {"message", record.message()},
          {"raw_output", RawOutputs(record)}};
}

std::vector<Field> SampleFields(const v1::ExperimentRun& run, const v1::Sample* sample) {
  std::string unit;
  for (const v1::Metric& metric : run.metric()) {
    if (sample != nullptr && metric.name() == sample->metric()) unit = metric.unit();
  }
  return {{"metric", sample == nullptr ? "" : sample->metric()},
          {"benchmark", sample == nullptr ? "" : sample->benchmark()},
          {"unit", unit},
          {"value", sample == nullptr ? "" : FormatExactly(sample->value())}};
}

// What the table says of the row of a sample.
class RowColumns {
 public:
  explicit RowColumns(const Table& table) : metric_(table.metric.name()) {
    for (const TableRow& row : table.rows) {
      for (size_t i = 0; i < row.changes.size(); ++i) {
        // Changes are of the builds after the baseline.
        changes_[{row.cell, row.benchmark, row.machine, row.epoch, i + 1}] = &row.changes[i];
      }
    }
  }

  std::vector<Field> Fields(const v1::RunRecord& record, const v1::Sample* sample) const {
    std::vector<Field> fields = {{"cause", ""},
                                 {"all_machines_ratio", ""},
                                 {"all_machines_low", ""},
                                 {"all_machines_high", ""}};
    if (sample == nullptr || sample->metric() != metric_ || record.superseded()) return fields;
    const ChangeResult* own = Find(record, *sample, record.machine(), record.epoch());
    if (own != nullptr && own->cause.has_value()) fields[0].second = CauseWords(*own->cause);
    const ChangeResult* all = Find(record, *sample, "", 0);
    if (all == nullptr || !all->stratified.has_value() || !all->stratified->estimate.has_value()) {
      return fields;
    }
    const StratifiedRatio& estimate = *all->stratified->estimate;
    fields[1].second = FormatExactly(estimate.ratio);
    fields[2].second = FormatExactly(estimate.interval.low);
    fields[3].second = FormatExactly(estimate.interval.high);
    return fields;
  }

 private:
  // Cell, benchmark, machine, epoch, build.
  using Key = std::tuple<uint32_t, std::string, std::string, uint32_t, size_t>;

  const ChangeResult* Find(const v1::RunRecord& record, const v1::Sample& sample,
                           const std::string& machine, uint32_t epoch) const {
    const auto found = changes_.find(
        {record.cell(), sample.benchmark(), machine, epoch, record.planned().build()});
    return found == changes_.end() ? nullptr : found->second;
  }

  const std::string metric_;
  std::map<Key, const ChangeResult*> changes_;
};

// The columns whose names depend on the run.
class OpenColumns {
 public:
  explicit OpenColumns(const v1::ExperimentRun& run) {
    for (const v1::Cell& cell : run.cell()) {
      for (const v1::Level& level : cell.level()) {
        if (std::find(axes_.begin(), axes_.end(), level.axis()) == axes_.end()) {
          axes_.push_back(level.axis());
        }
        levels_[cell.index()][level.axis()] = level.level();
      }
    }
    for (const v1::RunRecord& record : run.record()) {
      for (const auto& [name, value] : record.observed()) observed_.insert(name);
    }
  }

  std::vector<Field> Fields(const v1::RunRecord& record) {
    std::vector<Field> fields;
    for (const std::string& axis : axes_) {
      fields.emplace_back("axis." + axis, levels_[record.cell()][axis]);
    }
    for (const std::string& name : observed_) {
      const auto value = record.observed().find(name);
      fields.emplace_back("observed." + name,
                          value == record.observed().end() ? "" : value->second);
    }
    return fields;
  }

 private:
  std::vector<std::string> axes_;
  std::map<uint32_t, std::map<std::string, std::string>> levels_;
  std::set<std::string> observed_;
};

}  // namespace

std::string CsvLine(const std::vector<std::string>& fields) {
  std::string line;
  const char* separator = "";
  for (const std::string& field : fields) {
    line += separator;
    separator = ",";
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char c : field) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + "\r\n";
}

std::string RenderCsv(const v1::ExperimentRun& run, const Table& table) {
  OpenColumns open_columns(run);
  const RowColumns row_columns(table);
  const auto line = [&](const v1::RunRecord& record, const v1::Sample* sample, bool names) {
    std::vector<std::string> values;
    for (const std::vector<Field>& fields :
         {RunFields(run), PlaceFields(run, record), MachineFields(run, record),
          OutcomeFields(record), SampleFields(run, sample), row_columns.Fields(record, sample),
          open_columns.Fields(record)}) {
      for (const Field& field : fields) values.push_back(names ? field.first : field.second);
    }
    return CsvLine(values);
  };
  std::string text = line(v1::RunRecord(), nullptr, true);
  for (const v1::RunRecord& record : run.record()) {
    if (record.sample().empty()) text += line(record, nullptr, false);
    for (const v1::Sample& sample : record.sample()) text += line(record, &sample, false);
  }
  return text;
}

}  // namespace benchcell
