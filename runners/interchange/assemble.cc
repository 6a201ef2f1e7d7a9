#include "runners/interchange/assemble.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/clock.h"
#include "runners/base/status_macros.h"
#include "runners/design/digest.h"
#include "runners/design/run_id.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr size_t kWidestName = 80;

using Runs = std::vector<v1::RunRecord>;
using Key = std::vector<std::pair<std::string, std::string>>;

bool HasValue(const MeasuredResult& result) {
  return result.summary.has_value() ||
         std::any_of(result.runs.begin(), result.runs.end(),
                     [](const v1::RunRecord& run) { return run.status() == v1::OK; });
}

// Whether some result has nothing but a summary: then all are shown by theirs, as values of two
// kinds can't be compared.
bool NeedsSummaries(const std::vector<NamedFile>& files) {
  for (const NamedFile& file : files) {
    for (const MeasuredResult& result : file.content.results) {
      if (result.runs.empty() && result.summary.has_value()) return true;
    }
  }
  return false;
}

bool HasSeveralBuilds(const MeasuredFile& file) {
  return std::any_of(file.results.begin(), file.results.end(),
                     [](const MeasuredResult& result) { return !result.build.empty(); });
}

class Assembler {
 public:
  explicit Assembler(const std::vector<NamedFile>& files)
      : files_(files),
        summaries_(NeedsSummaries(files)),
        builds_of_file_(files.size() == 1 && HasSeveralBuilds(files[0].content)) {}

  absl::StatusOr<v1::ExperimentRun> Make() {
    for (const NamedFile& file : files_) RETURN_IF_ERROR(AddFile(file));
    for (size_t cell = 0; cell < cells_.size(); ++cell) AddBlock(cell);
    return std::move(run_);
  }

 private:
  absl::Status AddFile(const NamedFile& file) {
    if (!builds_of_file_) BuildNumber(file.build);
    for (const v1::Metric& metric : file.content.metrics) AddMetric(metric);
    std::map<std::pair<Key, std::string>, const MeasuredResult*> seen;
    for (const MeasuredResult& result : file.content.results) {
      const auto [first, is_new] = seen.emplace(std::pair(KeyOf(result), result.build), &result);
      if (!is_new && HasValue(result) && HasValue(*first->second)) {
        return absl::InvalidArgumentError(absl::StrCat(
            file.name, ": at ", result.place, ": found a second result for ",
            Shortened(OneLine(absl::StrJoin(KeyOf(result), ", ", absl::PairFormatter(" "))),
                      kWidestName),
            ", expected names that differ; the first is at ", first->second->place));
      }
      RETURN_IF_ERROR(AddResult(file, result));
    }
    return absl::OkStatus();
  }

  Key KeyOf(const MeasuredResult& result) const {
    Key key;
    if (!builds_of_file_ && !result.build.empty()) key.emplace_back("command", result.build);
    for (const v1::Level& level : result.levels) {
      if (!level.level().empty()) key.emplace_back(level.axis(), level.level());
    }
    return key;
  }

  absl::Status AddResult(const NamedFile& file, const MeasuredResult& result) {
    const Key key = KeyOf(result);
    const auto [cell, is_new] = numbers_.emplace(key, cells_.size());
    if (is_new) AddCell(key);
    if (cells_.size() > kMostResults) return TooMany(file, "results", kMostResults);
    Runs& runs = cells_[cell->second][BuildNumber(builds_of_file_ ? result.build : file.build)];
    if (summaries_ && result.summary.has_value()) {
      runs.push_back(*result.summary);
    } else {
      runs.insert(runs.end(), result.runs.begin(), result.runs.end());
    }
    count_ += result.runs.size();
    return count_ > kMostMeasuredRuns ? TooMany(file, "runs", kMostMeasuredRuns) : absl::OkStatus();
  }

  static absl::Status TooMany(const NamedFile& file, const char* what, size_t most) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name, ": more than ", most, " ", what,
                     ", which is the most that is imported; leave single samples out of the file, "
                     "or split it"));
  }

  void AddMetric(const v1::Metric& metric) {
    for (const v1::Metric& known : run_.metric()) {
      if (known.name() == metric.name()) return;
    }
    *run_.add_metric() = metric;
  }

  size_t BuildNumber(const std::string& name) {
    const auto [number, is_new] = builds_.emplace(name, builds_.size());
    if (is_new) run_.mutable_resolved()->mutable_experiment()->add_build()->set_name(name);
    return number->second;
  }

  void AddCell(const Key& key) {
    v1::Cell& cell = *run_.add_cell();
    cell.set_index(static_cast<uint32_t>(cells_.size()));
    for (const auto& [axis, level] : key) *cell.add_level() = MakeLevel(axis, level);
    cells_.emplace_back();
  }

  void AddBlock(size_t cell) {
    v1::Block& block = *run_.add_block();
    block.set_cell(static_cast<uint32_t>(cell));
    block.set_position(static_cast<uint32_t>(cell));
    for (auto& [build, runs] : cells_[cell]) {
      for (size_t index = 0; index < runs.size(); ++index) {
        v1::PlannedRun& planned = *block.add_run();
        planned.set_position(static_cast<uint32_t>(block.run_size() - 1));
        planned.set_build(static_cast<uint32_t>(build));
        planned.set_index(static_cast<uint32_t>(index));
        v1::RunRecord& record = *run_.add_record();
        record = std::move(runs[index]);
        record.set_cell(block.cell());
        *record.mutable_planned() = planned;
        record.set_attempt(1);
      }
    }
  }

  const std::vector<NamedFile>& files_;
  const bool summaries_;
  const bool builds_of_file_;
  v1::ExperimentRun run_;
  std::map<Key, size_t> numbers_;
  std::map<std::string, size_t> builds_;
  // By cell, then by build.
  std::vector<std::map<size_t, Runs>> cells_;
  size_t count_ = 0;
};

// Metrics that no run has would be columns of nothing.
void DropEmptyMetrics(v1::ExperimentRun& run) {
  std::set<std::string> measured;
  for (const v1::RunRecord& record : run.record()) {
    for (const v1::Sample& sample : record.sample()) measured.insert(sample.metric());
  }
  auto& metrics = *run.mutable_metric();
  metrics.erase(
      std::remove_if(metrics.begin(), metrics.end(),
                     [&](const v1::Metric& each) { return measured.count(each.name()) == 0; }),
      metrics.end());
}

uint32_t MostRuns(const v1::ExperimentRun& run) {
  uint32_t most = 1;
  for (const v1::RunRecord& record : run.record()) {
    most = std::max(most, record.planned().index() + 1);
  }
  return most;
}

}  // namespace

absl::StatusOr<v1::ExperimentRun> Assemble(const std::vector<NamedFile>& files,
                                           const AssembleFacts& facts) {
  ASSIGN_OR_RETURN(v1::ExperimentRun run, Assembler(files).Make());
  std::vector<std::string> names;
  for (const NamedFile& file : files) names.push_back(file.name);
  DropEmptyMetrics(run);
  if (run.metric().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        absl::StrJoin(names, ", "), ": no benchmark has a value; expected at least one"));
  }
  v1::Import& import = *run.mutable_imported();
  import.set_format(files.front().content.format);
  import.set_tool(files.front().content.tool);
  for (const NamedFile& file : files) {
    v1::Import::File& entry = *import.add_file();
    entry.set_name(file.name);
    entry.set_sha256(file.sha256);
  }
  v1::Experiment& experiment = *run.mutable_resolved()->mutable_experiment();
  experiment.set_name(import.format());
  experiment.set_title(absl::StrJoin(names, ", "));
  experiment.mutable_protocol()->set_rounds(1);
  experiment.mutable_protocol()->set_runs(MostRuns(run));
  // What is unlike is named under the table: nobody can measure it again here.
  experiment.mutable_protocol()->set_compare_unlike(true);
  run.set_id(RunId(experiment.name(), facts.now, facts.random));
  run.set_digest(ExperimentDigest(run.resolved()));
  run.set_state(v1::COMPLETE);
  *run.mutable_created() = ToTimestamp(facts.now);
  run.set_benchcell_version(facts.version);
  return run;
}

}  // namespace benchcell
