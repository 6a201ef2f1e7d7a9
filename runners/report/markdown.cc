#include "runners/report/markdown.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/report/captions.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr char kNothing[] = "–";
// Of more rounds than this only the extremes are shown.
constexpr size_t kMostRoundsShown = 6;

struct Column {
  std::string head;
  bool numeric = true;
  std::vector<std::string> cells;
};

std::string Padding(const std::string& text, size_t width) {
  return std::string(width - std::min(width, DisplayWidth(text)), ' ');
}

std::string Line(const std::vector<Column>& columns, const std::vector<size_t>& widths,
                 const std::vector<std::string>& cells) {
  std::string line = "|";
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string padding = Padding(cells[i], widths[i]);
    absl::StrAppend(&line, " ", columns[i].numeric ? padding : "", cells[i],
                    columns[i].numeric ? "" : padding, " |");
  }
  return line + "\n";
}

std::string Draw(const std::vector<Column>& columns, size_t rows) {
  std::vector<size_t> widths;
  std::vector<std::string> heads, rules;
  for (const Column& column : columns) {
    size_t width = std::max<size_t>(3, DisplayWidth(column.head));
    for (const std::string& cell : column.cells) width = std::max(width, DisplayWidth(cell));
    widths.push_back(width);
    heads.push_back(column.head);
    rules.push_back(std::string(width - 1, '-') + (column.numeric ? ":" : "-"));
  }
  std::string text = Line(columns, widths, heads) + Line(columns, widths, rules);
  for (size_t row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    for (const Column& column : columns) cells.push_back(column.cells[row]);
    text += Line(columns, widths, cells);
  }
  return text;
}

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
  if (!change.paired.has_value() || !change.paired->interval.has_value()) return kNothing;
  return absl::StrCat(FormatBound(PercentOf(change.paired->interval->low)), " to ",
                      FormatBound(PercentOf(change.paired->interval->high)));
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

std::string ShowPublished(const std::optional<PublishedComparison>& comparison) {
  if (!comparison.has_value()) return kNothing;
  return comparison->published.about_zero() ? "~0" : FormatChange(comparison->published.percent());
}

// Makes the columns of a table, each with a cell for every row.
class Columns {
 public:
  Columns(const Table& table, const MarkdownOptions& options)
      : table_(table), options_(options), marks_(table.rows.size()) {}

  // Reference of a row to a note: ` [1]`.
  void Mark(size_t row, size_t note) { absl::StrAppend(&marks_[row], " [", note, "]"); }

  std::vector<Column> Make() {
    AddRowNames();
    for (size_t build = 0; build < table_.builds.size(); ++build) {
      Add(MarkdownText(table_.builds[build]), true, [&](const TableRow& row) {
        const std::optional<double> median = row.builds[build].median;
        return median.has_value() ? FormatValue(*median, table_.metric.unit()) : kNothing;
      });
    }
    const size_t changes = table_.builds.empty() ? 0 : table_.builds.size() - 1;
    for (size_t i = 0; i < changes; ++i) AddChange(i);
    Add("n", true, ShowRuns);
    for (size_t row = 0; row < table_.rows.size(); ++row) {
      columns_.back().cells[row] += marks_[row];
    }
    for (size_t i = 0; i < changes && table_.tolerance_points.has_value(); ++i) AddVerdict(i);
    return std::move(columns_);
  }

 private:
  template <typename Show>
  void Add(std::string head, bool numeric, Show show) {
    Column column{std::move(head), numeric, {}};
    for (const TableRow& row : table_.rows) column.cells.push_back(show(row));
    columns_.push_back(std::move(column));
  }

  void AddRowNames() {
    for (const std::string& axis : table_.axes) {
      Add(MarkdownText(axis), false, [&](const TableRow& row) {
        const auto level = std::find_if(row.levels.begin(), row.levels.end(),
                                        [&](const LevelText& level) { return level.axis == axis; });
        return MarkdownText(level->text);
      });
    }
    if (table_.has_benchmarks) {
      Add("benchmark", false, [](const TableRow& row) { return MarkdownText(row.benchmark); });
    }
    if (table_.several_machines) {
      Add("machine", false, [](const TableRow& row) {
        if (row.machine.empty()) return std::string(kNothing);
        return absl::StrCat(MarkdownText(row.machine), row.epoch > 1 ? " epoch " : "",
                            row.epoch > 1 ? absl::StrCat(row.epoch) : "");
      });
    }
  }

  // `Δ`, or `Δ NAME` where there are several later builds.
  std::string Head(const char* words, size_t change) const {
    if (table_.builds.size() <= 2) return words;
    return absl::StrCat(words, " ", MarkdownText(table_.builds[change + 1]));
  }

  void AddChange(size_t i) {
    Add(Head("Δ", i), true, [i](const TableRow& row) {
      const std::optional<double> ratio = row.changes[i].ratio;
      return ratio.has_value() ? FormatChange(PercentOf(*ratio)) : kNothing;
    });
    if (table_.rounds > 1) {
      Add(Head("Δ per round", i), true,
          [i](const TableRow& row) { return ShowRounds(row.changes[i].round_ratio); });
    }
    const std::string interval = absl::StrFormat("%.4g%% interval", table_.confidence * 100);
    Add(Head(interval.c_str(), i), true,
        [i](const TableRow& row) { return ShowInterval(row.changes[i]); });
    if (!options_.statistics) return;
    Add(Head("p", i), true, [i](const TableRow& row) {
      const auto& paired = row.changes[i].paired;
      return paired.has_value() ? FormatProbability(paired->p_value) : kNothing;
    });
    Add(Head("q", i), true, [i](const TableRow& row) {
      const std::optional<double> q_value = row.changes[i].q_value;
      return q_value.has_value() ? FormatProbability(*q_value) : kNothing;
    });
    Add(Head("detectable", i), true, [i](const TableRow& row) {
      const std::optional<double> share = row.changes[i].smallest_detectable;
      return share.has_value() ? absl::StrFormat("%.1f%%", *share * 100) : kNothing;
    });
  }

  void AddVerdict(size_t i) {
    Add(Head("published Δ", i), true,
        [i](const TableRow& row) { return ShowPublished(row.changes[i].comparison); });
    Add(Head("verdict", i), false, [i](const TableRow& row) {
      const auto& comparison = row.changes[i].comparison;
      return comparison.has_value() ? VerdictWords(comparison->verdict) : kNothing;
    });
  }

  const Table& table_;
  const MarkdownOptions& options_;
  std::vector<std::string> marks_;
  std::vector<Column> columns_;
};

// A note and the output that belongs to it, which is indented so that Markdown shows it as it is.
std::string DrawNote(size_t number, const Note& note) {
  std::string text = absl::StrCat("\n[", number, "] ", note.sentence, "\n");
  if (note.output.empty()) return text;
  text += "\n";
  for (const std::string& line : note.output) absl::StrAppend(&text, "    ", line, "\n");
  return text;
}

}  // namespace

std::string RenderMarkdown(const v1::ExperimentRun& run, const Table& table,
                           const MarkdownOptions& options) {
  Columns columns(table, options);
  std::string notes;
  size_t number = 0;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    for (const Note& note : NotesOf(table.rows[row])) {
      columns.Mark(row, ++number);
      notes += DrawNote(number, note);
    }
  }
  if (const std::optional<Note> note = LaterAttemptsNote(table); note.has_value()) {
    notes += DrawNote(++number, *note);
    for (size_t row = 0; row < table.rows.size(); ++row) {
      if (table.rows[row].later_attempts > 0) columns.Mark(row, number);
    }
  }
  const std::string& title = table.title.empty() ? table.experiment : table.title;
  std::string text = absl::StrCat("### ", MarkdownText(title), "\n\n", Heading(table), "\n\n",
                                  Draw(columns.Make(), table.rows.size()), notes);
  for (const std::string& caption : Captions(run, table))
    absl::StrAppend(&text, "\n", caption, "\n");
  return text;
}

}  // namespace benchcell
