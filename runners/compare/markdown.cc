#include "runners/compare/markdown.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/compare/r_print.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr char kNothing[] = "–";

struct Column {
  std::string head;
  bool numeric = true;
  std::vector<std::string> cells;
};

// `+5.04%`, `−0.30%`, `0.00%`.
std::string Change(double ratio) {
  const double percent = PercentOf(ratio);
  const std::string digits = absl::StrFormat("%.2f", std::abs(percent));
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return absl::StrCat(zero ? "" : percent < 0 ? "\u2212" : "+", digits, "%");
}

std::string Accuracy(const ComparisonRow& row, size_t risk) {
  if (!row.rates.has_value() || row.rates->test.problem != WelchProblem::kNone) return kNothing;
  return absl::StrCat("±", RTwoDecimals(row.rates->accuracy_percent[risk]), "%");
}

std::string Improvement(const ComparisonRow& row) {
  if (!row.rates.has_value() || std::isnan(row.rates->improvement_percent)) return kNothing;
  return absl::StrCat(RTwoDecimals(row.rates->improvement_percent), " %");
}

std::string Confidence(const ComparisonRow& row) {
  if (!row.rates.has_value() || row.rates->test.problem != WelchProblem::kNone) return kNothing;
  // Alone in a cell, stars are no markup.
  return Stars(*row.rates);
}

std::string Probability(const std::optional<double>& probability) {
  return probability.has_value() ? FormatProbability(*probability) : kNothing;
}

std::string Count(const ComparisonRow& row) {
  if (row.baseline_count == row.changed_count) return absl::StrCat(row.baseline_count);
  return absl::StrCat(row.baseline_count, ", ", row.changed_count);
}

// Most cells are ASCII with a sign or two that isn't.
size_t WidthOf(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    const size_t ascii = std::find_if_not(text.begin(), text.end(), is_ascii) - text.begin();
    text.remove_prefix(ascii);
    width += ascii;
    const size_t other = std::find_if(text.begin(), text.end(), is_ascii) - text.begin();
    width += DisplayWidth(text.substr(0, other));
    text.remove_prefix(other);
  }
  return width;
}

std::string MachineName(const ComparisonRow& row) {
  return row.kind == RowKind::kAllMachines ? "all, each by itself" : MarkdownText(row.machine);
}

std::vector<Column> MakeColumns(const Comparison& comparison) {
  std::vector<Column> columns;
  const auto add = [&](std::string head, bool numeric, const auto& show) {
    Column column{std::move(head), numeric, {}};
    column.cells.reserve(comparison.rows.size());
    for (const ComparisonRow& row : comparison.rows) column.cells.push_back(show(row));
    columns.push_back(std::move(column));
  };
  add("benchmark", false, [](const ComparisonRow& row) { return MarkdownText(row.name); });
  if (comparison.changed.size() > 1) {
    add("binary", false, [](const ComparisonRow& row) { return MarkdownText(row.binary); });
  }
  if (comparison.machines.size() > 1) add("machine", false, MachineName);
  add("confidence", true, Confidence);
  add("improvement", true, Improvement);
  const char* const kRisks[] = {"accuracy (*)", "(**)", "(***)"};
  for (size_t risk = 0; risk < 3; ++risk) {
    add(kRisks[risk], true, [risk](const ComparisonRow& row) { return Accuracy(row, risk); });
  }
  add("Δ of pairs", true, [](const ComparisonRow& row) {
    return row.ratio.has_value() ? Change(*row.ratio) : kNothing;
  });
  add(absl::StrFormat("%.4g%% interval", comparison.confidence * 100), true,
      [](const ComparisonRow& row) -> std::string {
        if (!row.interval.has_value()) return kNothing;
        return absl::StrCat(Change(row.interval->low), " to ", Change(row.interval->high));
      });
  add("p", true, [](const ComparisonRow& row) { return Probability(row.p_value); });
  add("q", true, [](const ComparisonRow& row) { return Probability(row.q_value); });
  add("detectable", true, [](const ComparisonRow& row) -> std::string {
    if (!row.smallest_detectable.has_value()) return kNothing;
    return absl::StrFormat("%.2f%%", *row.smallest_detectable * 100);
  });
  add("n", true, Count);
  if (std::any_of(comparison.rows.begin(), comparison.rows.end(),
                  [](const ComparisonRow& row) { return !row.notes.empty(); })) {
    add("note", false,
        [](const ComparisonRow& row) { return MarkdownText(absl::StrJoin(row.notes, "; ")); });
  }
  return columns;
}

void AppendCell(const std::string& text, size_t width, bool numeric, std::string& line) {
  const size_t padding = width - std::min(width, WidthOf(text));
  line += ' ';
  if (numeric) line.append(padding, ' ');
  line += text;
  if (!numeric) line.append(padding, ' ');
  line += " |";
}

std::string Draw(const std::vector<Column>& columns, size_t rows) {
  std::vector<size_t> widths;
  std::string heads = "|";
  std::string rules = "|";
  for (const Column& column : columns) {
    size_t width = std::max<size_t>(3, WidthOf(column.head));
    for (const std::string& cell : column.cells) width = std::max(width, WidthOf(cell));
    widths.push_back(width);
    AppendCell(column.head, width, column.numeric, heads);
    AppendCell(std::string(width - 1, '-') + (column.numeric ? ":" : "-"), width, true, rules);
  }
  std::string text = heads + "\n" + rules + "\n";
  for (size_t row = 0; row < rows; ++row) {
    text += '|';
    for (size_t i = 0; i < columns.size(); ++i) {
      AppendCell(columns[i].cells[row], widths[i], columns[i].numeric, text);
    }
    text += '\n';
  }
  return text;
}

std::string HowToRead(const Comparison& comparison) {
  std::string text = absl::StrCat(
      "\nRates against ", MarkdownText(comparison.baseline),
      ": more is better. Confidence, improvement and accuracy are those of node core's compare.R "
      "(Welch's t test of the means). Δ of pairs is the Hodges-Lehmann estimate over runs with the "
      "same position in the file, with its signed-rank interval and p; q is p corrected for all "
      "rows (Benjamini-Hochberg): of the rows with q up to 0.05, at most 5% are expected to be "
      "false. detectable is the smallest change that so many pairs find with ",
      absl::StrFormat("%.0f%%", comparison.goal.power * 100),
      " probability. n is the number of runs of each binary.\n");
  if (comparison.machines.size() > 1) {
    absl::StrAppend(&text,
                    "\nMachines are never pooled. A row of all machines is the average of their "
                    "own estimates, weighted by precision (Cochran 1937, Meier 1953); the rows "
                    "below it are compared each by itself and have no q.\n");
  }
  return text;
}

}  // namespace

std::string RenderComparison(const Comparison& comparison) {
  return Draw(MakeColumns(comparison), comparison.rows.size()) + HowToRead(comparison);
}

}  // namespace benchcell
