#include "runners/report/columns.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// Of more rounds than this only the extremes are shown.
constexpr size_t kMostRoundsShown = 6;

std::string ShowRounds(const std::vector<std::optional<double>>& ratios) {
  std::vector<std::string> shown;
  double low = 0;
  double high = 0;
  size_t known = 0;
  for (const std::optional<double>& ratio : ratios) {
    shown.push_back(ratio.has_value() ? FormatChange(PercentOf(*ratio)) : kNothing);
    if (!ratio.has_value()) continue;
    low = known == 0 ? *ratio : std::min(low, *ratio);
    high = known == 0 ? *ratio : std::max(high, *ratio);
    ++known;
  }
  if (known == 0) return kNothing;
  if (ratios.size() <= kMostRoundsShown) return absl::StrJoin(shown, ", ");
  return absl::StrCat(FormatChange(PercentOf(low)), " to ", FormatChange(PercentOf(high)), " in ",
                      known, " rounds");
}

std::string ShowInterval(const ChangeResult& change) {
  const std::optional<RatioInterval> interval = change.Interval();
  if (!interval.has_value()) return kNothing;
  return absl::StrCat(FormatBound(PercentOf(interval->low)), " to ",
                      FormatBound(PercentOf(interval->high)));
}

std::string ShowProbability(const std::optional<double>& probability) {
  return probability.has_value() ? FormatProbability(*probability) : kNothing;
}

std::string ShowChange(const ChangeResult& change, bool exact) {
  if (!change.compared) return "not compared";
  if (exact) return ShowExactChange(change);
  return change.ratio.has_value() ? FormatChange(PercentOf(*change.ratio)) : kNothing;
}

// `10`, or `10, 8` where the builds have different numbers of runs.
std::string ShowRuns(const TableRow& row) {
  std::vector<std::string> runs;
  bool equal = true;
  for (const BuildResult& build : row.builds) {
    runs.push_back(absl::StrCat(build.measured));
    equal = equal && build.measured == row.builds.front().measured;
  }
  return equal && !runs.empty() ? runs.front() : absl::StrJoin(runs, ", ");
}

// Of one run it can't be told how far runs are apart.
std::string ShowSpread(const BuildResult& build) {
  if (build.measured < 2 || !build.spread.has_value()) return kNothing;
  if (build.spread->share.has_value()) return FormatExactShare(*build.spread->share);
  return FormatCount(build.spread->high - build.spread->low, "");
}

// `0`, or `0, 0.04%` where the builds have different ones.
std::string ShowSpreads(const TableRow& row) {
  std::vector<std::string> spreads;
  for (const BuildResult& build : row.builds) spreads.push_back(ShowSpread(build));
  const bool equal = std::all_of(spreads.begin(), spreads.end(),
                                 [&](const std::string& each) { return each == spreads.front(); });
  return equal && !spreads.empty() ? spreads.front() : absl::StrJoin(spreads, ", ");
}

std::string ShowPublished(const std::optional<PublishedComparison>& comparison, bool exact) {
  if (!comparison.has_value()) return kNothing;
  const v1::PublishedChange& published = comparison->published;
  if (published.about_zero()) return "~0";
  return exact ? FormatExactChange(published.percent()) : FormatChange(published.percent());
}

std::string ShowMachine(const TableRow& row) {
  if (row.kind == RowKind::kAllMachines) return "all, each by itself";
  if (row.machine.empty()) return kNothing;
  return absl::StrCat(MarkdownText(row.machine), row.epoch > 1 ? " epoch " : "",
                      row.epoch > 1 ? absl::StrCat(row.epoch) : "");
}

class Columns {
 public:
  Columns(const Table& table, bool statistics)
      : table_(table), exact_(table.metric.exact()), statistics_(statistics) {}

  std::vector<GridColumn> Make(const std::vector<std::string>& marks) {
    AddRowNames();
    for (size_t build = 0; build < table_.builds.size(); ++build) AddBuild(build);
    if (exact_ && HasSpreads()) Add("spread", true, ShowSpreads);
    const size_t changes = table_.builds.empty() ? 0 : table_.builds.size() - 1;
    for (size_t i = 0; i < changes; ++i) AddChange(i);
    Add("n", true, ShowRuns);
    for (size_t row = 0; row < table_.rows.size(); ++row) {
      columns_.back().cells[row] += marks[row];
    }
    for (size_t i = 0; i < changes && table_.tolerance_points.has_value(); ++i) AddVerdict(i);
    return std::move(columns_);
  }

 private:
  template <typename Show>
  void Add(std::string head, bool numeric, Show show) {
    GridColumn column{std::move(head), numeric, {}};
    for (const TableRow& row : table_.rows) column.cells.push_back(show(row));
    columns_.push_back(std::move(column));
  }

  void AddRowNames() {
    for (const std::string& axis : table_.axes) {
      Add(NameText(axis), false, [&](const TableRow& row) {
        const auto level = std::find_if(row.levels.begin(), row.levels.end(),
                                        [&](const LevelText& level) { return level.axis == axis; });
        return NameText(level->text);
      });
    }
    if (table_.has_benchmarks) {
      Add("benchmark", false, [](const TableRow& row) { return NameText(row.benchmark); });
    }
    if (table_.several_machines) Add("machine", false, ShowMachine);
  }

  void AddBuild(size_t build) {
    Add(NameText(table_.builds[build]), true, [&](const TableRow& row) -> std::string {
      const std::optional<double> median = row.builds[build].median;
      if (!median.has_value()) return kNothing;
      const std::string& unit = table_.metric.unit();
      return exact_ ? FormatCount(*median, unit) : FormatValue(*median, unit);
    });
  }

  bool HasSpreads() const {
    return std::any_of(table_.rows.begin(), table_.rows.end(), [](const TableRow& row) {
      return std::any_of(row.builds.begin(), row.builds.end(),
                         [](const BuildResult& build) { return build.measured > 1; });
    });
  }

  // `Δ`, or `Δ NAME` where there are several later builds.
  std::string Head(const char* words, size_t change) const {
    if (table_.builds.size() <= 2) return words;
    return absl::StrCat(words, " ", NameText(table_.builds[change + 1]));
  }

  void AddChange(size_t i) {
    Add(Head("Δ", i), true,
        [&](const TableRow& row) { return ShowChange(row.changes[i], exact_); });
    if (exact_) {
      AddCause(i);
    } else {
      AddInterval(i);
    }
  }

  void AddCause(size_t i) {
    if (!table_.has_causes) return;
    Add(Head("cause", i), false, [&](const TableRow& row) {
      const std::optional<Cause>& cause = row.changes[i].cause;
      return cause.has_value() ? CauseWords(*cause) : kNothing;
    });
  }

  void AddInterval(size_t i) {
    if (table_.rounds > 1) {
      Add(Head("Δ per round", i), true,
          [i](const TableRow& row) { return ShowRounds(row.changes[i].round_ratio); });
    }
    const std::string interval = absl::StrFormat("%.4g%% interval", table_.confidence * 100);
    Add(Head(interval.c_str(), i), true,
        [i](const TableRow& row) { return ShowInterval(row.changes[i]); });
    if (!statistics_) return;
    Add(Head("p", i), true,
        [i](const TableRow& row) { return ShowProbability(row.changes[i].PValue()); });
    Add(Head("q", i), true,
        [i](const TableRow& row) { return ShowProbability(row.changes[i].q_value); });
    if (table_.unpaired) return;
    Add(Head("detectable", i), true, [i](const TableRow& row) {
      const std::optional<double> share = row.changes[i].smallest_detectable;
      return share.has_value() ? absl::StrFormat("%.1f%%", *share * 100) : kNothing;
    });
  }

  void AddVerdict(size_t i) {
    Add(Head("published Δ", i), true,
        [&](const TableRow& row) { return ShowPublished(row.changes[i].comparison, exact_); });
    Add(Head("verdict", i), false, [i](const TableRow& row) {
      const auto& comparison = row.changes[i].comparison;
      return comparison.has_value() ? VerdictWords(*comparison) : kNothing;
    });
  }

  const Table& table_;
  const bool exact_;
  const bool statistics_;
  std::vector<GridColumn> columns_;
};

}  // namespace

std::string ShowExactChange(const ChangeResult& change) {
  if (!change.exact.has_value()) return kNothing;
  std::string text;
  if (change.exact->difference == 0) {
    text = FormatExactChange(0);
  } else if (change.ratio.has_value()) {
    text = FormatExactChange(PercentOf(*change.ratio));
  } else {
    text = FormatDifference(change.exact->difference);
  }
  const bool within = change.exact->outcome == ExactOutcome::kWithinSpread;
  return within ? absl::StrCat(text, " (within the spread)") : text;
}

std::vector<GridColumn> MakeColumns(const Table& table, bool statistics,
                                    const std::vector<std::string>& marks) {
  return Columns(table, statistics).Make(marks);
}

}  // namespace benchcell
