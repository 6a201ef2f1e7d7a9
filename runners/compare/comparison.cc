#include "runners/compare/comparison.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/compare/ranges.h"
#include "runners/compare/side_by_side.h"
#include "runners/report/format.h"
#include "runners/stats/false_discovery.h"

namespace benchcell {
namespace {

// Below this, the machines are said to disagree.
constexpr double kDisagreement = 0.01;
// Configurations; they take half a millisecond or more.
constexpr size_t kLeastForAThread = 500;

absl::StatusOr<uint32_t> BaselineOf(const RateTable& table, const std::string& wanted) {
  const std::vector<std::string>& binaries = table.binaries();
  const std::string name = wanted.empty() ? "old" : wanted;
  const auto found = std::find(binaries.begin(), binaries.end(), name);
  if (found == binaries.end() && !wanted.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("found no row of the baseline ", wanted,
                                                   ", expected one of the binaries ",
                                                   absl::StrJoin(binaries, ", ")));
  }
  if (binaries.size() < 2) {
    return absl::InvalidArgumentError(absl::StrCat("found rows of one binary alone (",
                                                   absl::StrJoin(binaries, ", "),
                                                   "), expected two to compare"));
  }
  return found == binaries.end() ? 0 : static_cast<uint32_t>(found - binaries.begin());
}

class Builder {
 public:
  Builder(const RateTable& table, const ComparisonOptions& options, uint32_t baseline)
      : table_(table),
        options_(options),
        baseline_(baseline),
        statistics_(options.confidence, options.goal) {}

  // Of each configuration.
  size_t RowCount() const {
    const size_t machines = table_.machines().size();
    return (table_.binaries().size() - 1) * (machines > 1 ? 1 + machines : 1);
  }

  // Fills the configuration's rows, from `row` on.
  void FillRows(const RateConfiguration& configuration, ComparisonRow* row) {
    for (uint32_t binary = 0; binary < table_.binaries().size(); ++binary) {
      if (binary == baseline_) continue;
      if (table_.machines().size() > 1) {
        row = FillMachines(configuration, binary, row);
      } else {
        SetNames(configuration, binary, *row);
        Compare(configuration, binary, 0, *row, nullptr);
        ++row;
      }
    }
  }

 private:
  void SetNames(const RateConfiguration& configuration, uint32_t binary, ComparisonRow& row) const {
    row.name = std::string(configuration.name);
    row.binary = table_.binaries()[binary];
  }

  void Compare(const RateConfiguration& configuration, uint32_t binary, uint32_t machine,
               ComparisonRow& row, std::optional<StratumEstimate>* stratum) {
    CompareSides({table_.binaries()[baseline_], configuration.Find(baseline_, machine)},
                 {table_.binaries()[binary], configuration.Find(binary, machine)}, statistics_, row,
                 stratum);
  }

  // The row of all machines and those of each; returns what is behind them.
  ComparisonRow* FillMachines(const RateConfiguration& configuration, uint32_t binary,
                              ComparisonRow* row) {
    ComparisonRow& all = *row++;
    SetNames(configuration, binary, all);
    all.kind = RowKind::kAllMachines;
    std::vector<StratumEstimate> strata;
    std::vector<std::string> without;
    for (uint32_t machine = 0; machine < table_.machines().size(); ++machine) {
      ComparisonRow& single = *row++;
      SetNames(configuration, binary, single);
      single.kind = RowKind::kOneMachine;
      single.machine = table_.machines()[machine];
      std::optional<StratumEstimate> stratum;
      Compare(configuration, binary, machine, single, &stratum);
      if (stratum.has_value()) {
        strata.push_back(*stratum);
        all.baseline_count += single.baseline_count;
        all.changed_count += single.changed_count;
      } else {
        without.push_back(single.machine);
      }
    }
    Combine(strata, without, all);
    return row;
  }

  void Combine(const std::vector<StratumEstimate>& strata, const std::vector<std::string>& without,
               ComparisonRow& all) const {
    if (!without.empty()) {
      all.notes.push_back(
          absl::StrCat("without ", absl::StrJoin(without, ", "), ": no estimate there"));
    }
    const absl::StatusOr<StratifiedRatio> combined = CombineStrata(strata, options_.confidence);
    if (!combined.ok()) return;
    all.ratio = combined->ratio;
    all.interval = combined->interval;
    all.p_value = combined->p_value;
    if (combined->disagreement_p_value < kDisagreement) {
      all.notes.push_back(absl::StrCat("the machines disagree (p ",
                                       FormatProbability(combined->disagreement_p_value),
                                       "): their own rows tell more"));
    }
  }

  const RateTable& table_;
  const ComparisonOptions& options_;
  const uint32_t baseline_;
  RowStatistics statistics_;
};

void AddQValues(std::vector<ComparisonRow>& rows) {
  std::vector<ComparisonRow*> tested;
  std::vector<double> p_values;
  for (ComparisonRow& row : rows) {
    if (row.kind == RowKind::kOneMachine || !row.p_value.has_value()) continue;
    tested.push_back(&row);
    p_values.push_back(*row.p_value);
  }
  const std::vector<double> q_values = BenjaminiHochberg(p_values);
  for (size_t i = 0; i < tested.size(); ++i) tested[i]->q_value = q_values[i];
}

}  // namespace

absl::StatusOr<Comparison> BuildComparison(const RateTable& table, const ComparisonOptions& options,
                                           size_t threads) {
  ASSIGN_OR_RETURN(const uint32_t baseline, BaselineOf(table, options.baseline));
  Comparison comparison;
  comparison.baseline = table.binaries()[baseline];
  for (const std::string& binary : table.binaries()) {
    if (binary != comparison.baseline) comparison.changed.push_back(binary);
  }
  comparison.machines = table.machines();
  comparison.confidence = options.confidence;
  comparison.goal = options.goal;

  const std::vector<const RateConfiguration*> configurations = SortedByName(table, options.order);
  const std::vector<Range> ranges =
      SplitIntoRanges(configurations.size(), threads, kLeastForAThread);
  const size_t row_count = Builder(table, options, baseline).RowCount();
  comparison.rows.resize(configurations.size() * row_count);
  DoAtOnce(ranges.size(), [&](size_t part) {
    Builder builder(table, options, baseline);
    for (size_t i = ranges[part].begin; i < ranges[part].end; ++i) {
      FetchAhead(configurations, i);
      builder.FillRows(*configurations[i], &comparison.rows[i * row_count]);
    }
  });
  AddQValues(comparison.rows);
  return comparison;
}

}  // namespace benchcell
