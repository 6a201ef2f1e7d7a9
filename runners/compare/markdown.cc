#include "runners/compare/markdown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/compare/decimals.h"
#include "runners/compare/r_print.h"
#include "runners/compare/ranges.h"
#include "runners/compare/text_column.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr std::string_view kNothing = "–";
constexpr size_t kLeastWidth = 3;
// Room for what stands below the table.
constexpr size_t kBelow = 2000;
// Rows; they take half a millisecond.
constexpr size_t kLeastForAThread = 1000;

// By byte: whether it is ASCII that Markdown shows as it stands, as nearly all of a name is.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain = {};
  for (unsigned char c = 'a'; c <= 'z'; ++c) plain[c] = plain[c - 'a' + 'A'] = true;
  for (unsigned char c = '0'; c <= '9'; ++c) plain[c] = true;
  for (const unsigned char c : std::string_view(" !\"#$%'()+,-./:;=?@_{}")) plain[c] = true;
  return plain;
}();

bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return kPlain[c]; });
}

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
}

void AddForeign(std::string_view text, TextColumn& column) {
  if (IsPlain(text)) {
    column.Add(text, text.size());
    return;
  }
  const std::string shown = MarkdownText(text);
  column.Add(shown, IsAscii(shown) ? shown.size() : DisplayWidth(shown));
}

// Ends a cell of our own words, whose characters each take one column: all are of one byte but for
// a sign or two.
void EndCell(size_t begin, TextColumn& column) {
  const std::string_view cell = std::string_view(column.text()).substr(begin);
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  column.EndCell(std::count_if(cell.begin(), cell.end(), starts));
}

// `+5.04%`, `−0.30%`, `0.00%`.
void AppendChange(double ratio, std::string& text) {
  const double percent = PercentOf(ratio);
  const size_t begin = text.size();
  AppendDecimals(std::abs(percent), 2, text);
  const bool zero = text.find_first_of("123456789", begin) == std::string::npos;
  if (!zero) text.insert(begin, percent < 0 ? "\u2212" : "+");
  text += '%';
}

bool HasWelchTest(const ComparisonRow& row) {
  return row.rates.has_value() && row.rates->test.problem == WelchProblem::kNone;
}

// Some of a table's lines, column by column. The first line of all has the headings.
class Part {
 public:
  Part(std::span<const ComparisonRow> rows, bool with_headings)
      : rows_(rows), with_headings_(with_headings) {}

  // `text_of` gives foreign text.
  template <typename TextOf>
  void AddTexts(std::string_view heading, const TextOf& text_of) {
    TextColumn& column = AddColumn(heading, TextColumn::Align::kLeft);
    for (const ComparisonRow& row : rows_) AddForeign(text_of(row), column);
  }

  // `show` appends a cell to a text, or says that there is none.
  template <typename Show>
  void AddNumbers(std::string_view heading, const Show& show) {
    TextColumn& column = AddColumn(heading, TextColumn::Align::kRight);
    for (const ComparisonRow& row : rows_) {
      const size_t begin = column.text().size();
      if (!show(row, column.text())) column.text() += kNothing;
      EndCell(begin, column);
    }
  }

  std::vector<TextColumn> TakeColumns() { return std::move(columns_); }

 private:
  TextColumn& AddColumn(std::string_view heading, TextColumn::Align align) {
    TextColumn& column = columns_.emplace_back(align, rows_.size() + 1);
    column.Widen(kLeastWidth);
    if (with_headings_) column.Add(heading, DisplayWidth(heading));
    return column;
  }

  const std::span<const ComparisonRow> rows_;
  const bool with_headings_;
  std::vector<TextColumn> columns_;
};

void AddCompareR(Part& part) {
  part.AddNumbers("confidence", [](const ComparisonRow& row, std::string& text) {
    if (!HasWelchTest(row)) return false;
    // Alone in a cell, stars are no markup.
    text += Stars(*row.rates);
    return true;
  });
  part.AddNumbers("improvement", [](const ComparisonRow& row, std::string& text) {
    if (!row.rates.has_value() || std::isnan(row.rates->improvement_percent)) return false;
    AppendRTwoDecimals(row.rates->improvement_percent, text);
    text += " %";
    return true;
  });
  const char* const kRisks[] = {"accuracy (*)", "(**)", "(***)"};
  for (size_t risk = 0; risk < 3; ++risk) {
    part.AddNumbers(kRisks[risk], [risk](const ComparisonRow& row, std::string& text) {
      if (!HasWelchTest(row)) return false;
      text += "±";
      AppendRTwoDecimals(row.rates->accuracy_percent[risk], text);
      text += '%';
      return true;
    });
  }
}

void AddPaired(double confidence, Part& part) {
  part.AddNumbers("Δ of pairs", [](const ComparisonRow& row, std::string& text) {
    if (row.ratio.has_value()) AppendChange(*row.ratio, text);
    return row.ratio.has_value();
  });
  part.AddNumbers(absl::StrFormat("%.4g%% interval", confidence * 100),
                  [](const ComparisonRow& row, std::string& text) {
                    if (!row.interval.has_value()) return false;
                    AppendChange(row.interval->low, text);
                    text += " to ";
                    AppendChange(row.interval->high, text);
                    return true;
                  });
  part.AddNumbers("p", [](const ComparisonRow& row, std::string& text) {
    if (row.p_value.has_value()) AppendProbability(*row.p_value, text);
    return row.p_value.has_value();
  });
  part.AddNumbers("q", [](const ComparisonRow& row, std::string& text) {
    if (row.q_value.has_value()) AppendProbability(*row.q_value, text);
    return row.q_value.has_value();
  });
  part.AddNumbers("detectable", [](const ComparisonRow& row, std::string& text) {
    if (!row.smallest_detectable.has_value()) return false;
    AppendDecimals(*row.smallest_detectable * 100, 2, text);
    text += '%';
    return true;
  });
  part.AddNumbers("n", [](const ComparisonRow& row, std::string& text) {
    absl::StrAppend(&text, row.baseline_count);
    if (row.baseline_count != row.changed_count) absl::StrAppend(&text, ", ", row.changed_count);
    return true;
  });
}

void AddColumns(const Comparison& comparison, bool with_notes, Part& part) {
  part.AddTexts("benchmark", [](const ComparisonRow& row) { return std::string_view(row.name); });
  if (comparison.changed.size() > 1) {
    part.AddTexts("binary", [](const ComparisonRow& row) { return std::string_view(row.binary); });
  }
  if (comparison.machines.size() > 1) {
    part.AddTexts("machine", [](const ComparisonRow& row) -> std::string_view {
      if (row.kind == RowKind::kAllMachines) return "all, each by itself";
      return row.machine;
    });
  }
  AddCompareR(part);
  AddPaired(comparison.confidence, part);
  if (with_notes) {
    part.AddTexts("note", [](const ComparisonRow& row) { return absl::StrJoin(row.notes, "; "); });
  }
}

std::string Rules(const std::vector<TextColumn>& columns) {
  std::string rules = "|";
  for (const TextColumn& column : columns) {
    rules += ' ' + std::string(column.width() - 1, '-');
    rules += column.align() == TextColumn::Align::kRight ? ": |" : "- |";
  }
  return rules + '\n';
}

size_t DrawnBytes(const std::vector<TextColumn>& columns) {
  const size_t frame = 1 + 3 * columns.size() + 1;
  size_t bytes = columns[0].size() * frame;
  for (const TextColumn& column : columns) bytes += column.drawn_bytes();
  return bytes;
}

char* DrawLine(const std::vector<TextColumn>& columns, size_t line, char* at) {
  *at++ = '|';
  for (const TextColumn& column : columns) {
    *at++ = ' ';
    at = column.Draw(line, at);
    *at++ = ' ';
    *at++ = '|';
  }
  *at++ = '\n';
  return at;
}

std::string Draw(std::vector<std::vector<TextColumn>> parts) {
  WidenAll(parts);
  const std::string rules = Rules(parts[0]);
  std::vector<size_t> ends;
  size_t end = rules.size();
  for (const auto& part : parts) ends.push_back(end += DrawnBytes(part));
  std::string text;
  text.reserve(end + kBelow);
  text.resize(end);
  DoAtOnce(parts.size(), [&](size_t i) {
    char* at = text.data() + (i == 0 ? 0 : ends[i - 1]);
    size_t line = 0;
    if (i == 0) {
      at = DrawLine(parts[i], line++, at);
      at = std::copy(rules.begin(), rules.end(), at);
    }
    while (line < parts[i][0].size()) at = DrawLine(parts[i], line++, at);
  });
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

std::string RenderComparison(const Comparison& comparison, size_t threads) {
  const std::span<const ComparisonRow> rows(comparison.rows);
  const bool with_notes = std::any_of(rows.begin(), rows.end(),
                                      [](const ComparisonRow& row) { return !row.notes.empty(); });
  const std::vector<Range> ranges = SplitIntoRanges(rows.size(), threads, kLeastForAThread);
  std::vector<std::vector<TextColumn>> parts(ranges.size());
  DoAtOnce(ranges.size(), [&](size_t i) {
    Part part(rows.subspan(ranges[i].begin, ranges[i].end - ranges[i].begin),
              /*with_headings=*/i == 0);
    AddColumns(comparison, with_notes, part);
    parts[i] = part.TakeColumns();
  });
  std::string text = Draw(std::move(parts));
  text += HowToRead(comparison);
  return text;
}

}  // namespace benchcell
