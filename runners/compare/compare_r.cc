#include "runners/compare/compare_r.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/compare/columns.h"
#include "runners/compare/r_print.h"
#include "runners/compare/ranges.h"
#include "runners/compare/text_column.h"
#include "runners/stats/welch.h"

namespace benchcell {
namespace {

constexpr size_t kWidth = 200;
constexpr std::array<std::string_view, 5> kHeadings = {"confidence", "improvement", "accuracy (*)",
                                                       "(**)", "(***)"};
// Rows; they take half a millisecond.
constexpr size_t kLeastForAThread = 1000;
constexpr std::string_view kUnknown = "NA";

int64_t Count(const RateSeries* series) { return series == nullptr ? 0 : series->count(); }

int64_t KindCount(const RateSeries* series, RateKind kind) {
  return series == nullptr ? 0 : series->count(kind);
}

// R's mean of all rates: NA or NaN if there is one, infinite, or that of the numbers.
struct RMean {
  double value = std::numeric_limits<double>::quiet_NaN();
  bool is_na = false;
};

// Whether there is a rate that counts for no mean and no variance.
bool HasUnknown(const RateSeries& series) {
  return series.count(RateKind::kMissing) + series.count(RateKind::kNan) > 0;
}

RMean MeanOf(const RateSeries* series) {
  if (series == nullptr) return {};
  if (HasUnknown(*series)) {
    return {std::numeric_limits<double>::quiet_NaN(), series->count(RateKind::kMissing) > 0};
  }
  if (series->count(RateKind::kInfinite) > 0) return {series->odd->infinite};
  return {series->rates.Mean()};
}

void AddAccuracy(bool known, double percent, TextColumn& column) {
  constexpr std::string_view kPlusMinus = "\u00b1";
  std::string& text = column.text();
  const size_t before = text.size();
  text += kPlusMinus;
  if (known) {
    AppendRTwoDecimals(percent, text);
  } else {
    text += kUnknown;
  }
  text += '%';
  column.EndCell(text.size() - before - kPlusMinus.size() + 1);
}

// A configuration as compare.R sees it.
class RConfiguration {
 public:
  RConfiguration(const RateTable& table, const RateConfiguration& configuration)
      : configuration_(configuration) {
    for (const RateSeries* series = configuration.first; series != nullptr; series = series->next) {
      const std::string& binary = table.binaries()[series->binary];
      if (binary == "old") old_ = series;
      if (binary == "new") new_ = series;
      ++binaries_;
    }
    if (Tested()) test_ = TestMeans(old_->rates, new_->rates);
  }

  // What R says when it stops here; nothing if it doesn't.
  std::string Problem() const {
    for (const RateSeries* series = configuration_.first; series != nullptr;
         series = series->next) {
      if (series->count(RateKind::kNull) > 0) {
        return "has the rate null (R: scan() expected 'a real', got 'null')";
      }
    }
    if (!Tested()) return "";
    if (binaries_ != 2) {
      return "has more binaries than old and new (R: grouping factor must have exactly 2 levels)";
    }
    if (KindCount(old_, RateKind::kInfinite) + KindCount(new_, RateKind::kInfinite) > 0) {
      return "has an infinite rate (R: missing value where TRUE/FALSE needed)";
    }
    switch (test_.problem) {
      case WelchProblem::kNone:
        return "";
      case WelchProblem::kTooFew:
        return "has fewer than two numbers for a binary (R: not enough observations)";
      case WelchProblem::kConstant:
        return "has the same rate every time (R: data are essentially constant)";
      case WelchProblem::kNotFinite:
        return "has rates whose squares are too large (R: missing value where TRUE/FALSE needed)";
    }
    return "";
  }

  // Adds the name and a cell to each of the columns.
  void AddRow(RateComparer& comparer, RFramePart& columns) const {
    const RMean old_mean = MeanOf(old_);
    const RMean new_mean = MeanOf(new_);
    AddREscaped(configuration_.name, columns[0]);
    std::string& improvement = columns[2].text();
    const size_t before = improvement.size();
    if (new_mean.is_na || old_mean.is_na) {
      improvement += kUnknown;
    } else {
      AppendRTwoDecimals((new_mean.value - old_mean.value) / old_mean.value * 100, improvement);
    }
    improvement += " %";
    columns[2].EndCell(improvement.size() - before);
    if (!Tested()) {
      for (const size_t column : {1, 3, 4, 5}) columns[column].Add(kUnknown, kUnknown.size());
      return;
    }
    const RateComparison numbers = comparer.Compare(old_->rates, new_->rates);
    AddREscaped(Stars(numbers), columns[1]);
    // R's var() of anything that isn't all numbers is NA, while its t.test leaves such rates out.
    const bool all_numbers = !HasUnknown(*old_) && !HasUnknown(*new_);
    for (size_t i = 0; i < numbers.accuracy_percent.size(); ++i) {
      AddAccuracy(all_numbers, numbers.accuracy_percent[i], columns[3 + i]);
    }
  }

 private:
  bool Tested() const { return Count(old_) > 1 && Count(new_) > 1; }

  const RateConfiguration& configuration_;
  const RateSeries* old_ = nullptr;
  const RateSeries* new_ = nullptr;
  size_t binaries_ = 0;
  WelchTest test_;
};

std::string Warning(int64_t rows) {
  const auto expected = [rows](double risk) {
    return RTwoDecimals(ExpectedFalsePositives(rows, risk));
  };
  return absl::StrCat(
      "\nBe aware that when doing many comparisons the risk of a false-positive\n"
      "result increases. In this case, there are ",
      rows,
      " comparisons, you can thus\n"
      "expect the following amount of false-positive results:\n"
      "  ",
      expected(0.05), " false positives, when considering a   5% risk acceptance (*, **, ***),\n  ",
      expected(0.01), " false positives, when considering a   1% risk acceptance (**, ***),\n  ",
      expected(0.001), " false positives, when considering a 0.1% risk acceptance (***)\n");
}

RFramePart NewPart(bool with_headings, size_t rows) {
  RFramePart part;
  part.emplace_back(TextColumn::Align::kLeft, rows);
  for (size_t i = 0; i < kHeadings.size(); ++i) part.emplace_back(TextColumn::Align::kRight, rows);
  if (with_headings) {
    part[0].Add("", 0);
    for (size_t i = 0; i < kHeadings.size(); ++i)
      part[1 + i].Add(kHeadings[i], kHeadings[i].size());
  }
  return part;
}

// Adds the rows of a range, as far as they are printed. Fails where R does, printed or not.
absl::Status FillPart(const RateTable& table,
                      const std::vector<const RateConfiguration*>& configurations,
                      const Range& range, RFramePart& part) {
  RateComparer comparer;
  const size_t printed = PrintedRows(configurations.size(), kHeadings.size());
  for (size_t i = range.begin; i < range.end; ++i) {
    FetchAhead(configurations, i);
    const RConfiguration seen(table, *configurations[i]);
    const std::string problem = seen.Problem();
    if (!problem.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("compare.R prints no table for this file: the configuration ",
                       Excerpt(configurations[i]->name), " ", problem,
                       ". Without --format compare-r, the other configurations have their rows"));
    }
    if (i < printed) seen.AddRow(comparer, part);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> RenderCompareR(const RateTable& table, NameOrder order,
                                           size_t threads) {
  if (table.machines().size() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "found results of ", table.machines().size(),
        " machines, expected those of one: compare.R would take the difference between machines "
        "for noise. Give the files one by one, or leave out --format compare-r"));
  }
  const std::vector<const RateConfiguration*> configurations = SortedByName(table, order);
  const std::vector<Range> ranges =
      SplitIntoRanges(configurations.size(), threads, kLeastForAThread);
  std::vector<RFramePart> parts(ranges.size());
  std::vector<absl::Status> states(ranges.size());
  DoAtOnce(ranges.size(), [&](size_t i) {
    parts[i] = NewPart(/*with_headings=*/i == 0, ranges[i].end - ranges[i].begin);
    states[i] = FillPart(table, configurations, ranges[i], parts[i]);
  });
  for (const absl::Status& state : states) RETURN_IF_ERROR(state);
  std::string text = PrintRFrame(std::move(parts), configurations.size(), kWidth);
  text += Warning(static_cast<int64_t>(configurations.size()));
  return text;
}

}  // namespace benchcell
