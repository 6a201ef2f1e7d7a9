#include "runners/report/html/evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell::html {
namespace {

constexpr size_t kWidestName = 60;

// Of one later build over all rows.
struct Tally {
  size_t rows = 0;
  std::map<Evidence, size_t> rows_with;
  // Sizes of the changes that were shown, in per cent.
  std::map<Evidence, std::vector<double>> sizes;
  // Changes that were shown but don't stand the correction for the number of rows.
  size_t weak = 0;
  const ChangeResult* only = nullptr;
};

Tally Count(const Table& table, size_t index) {
  Tally tally;
  for (const TableRow& row : table.rows) {
    // The row of all machines asks the question of these.
    if (row.kind == RowKind::kOneMachine && !table.metric.exact()) continue;
    const ChangeResult& change = row.changes[index];
    const Evidence evidence = EvidenceOf(table, change);
    ++tally.rows;
    ++tally.rows_with[evidence];
    const bool shown = evidence == Evidence::kLower || evidence == Evidence::kHigher;
    tally.weak += shown && !StandsCorrection(table, change);
    tally.only = tally.rows == 1 ? &change : nullptr;
    const std::optional<double> estimate = EstimateOf(change);
    if (estimate.has_value()) tally.sizes[evidence].push_back(std::abs(PercentOf(*estimate)));
  }
  return tally;
}

std::string Size(double percent, bool exact) {
  if (exact) return absl::StrReplaceAll(FormatExactChange(percent), {{"+", ""}});
  return absl::StrFormat(percent < 9.95 ? "%.1f%%" : "%.0f%%", percent);
}

// `, by 8% to 35%`.
std::string Span(const std::vector<double>& sizes, bool exact) {
  if (sizes.empty()) return "";
  const auto [low, high] = std::minmax_element(sizes.begin(), sizes.end());
  const std::string from = Size(*low, exact);
  const std::string to = Size(*high, exact);
  return absl::StrCat(", by ", from == to ? from : absl::StrCat(from, " to ", to));
}

std::string Short(const std::string& name) { return Shortened(OneLine(name), kWidestName); }

// `lower (better)`.
std::string Way(const v1::Metric& metric, Evidence evidence) {
  const std::string judgement = Judgement(metric, evidence);
  return absl::StrCat(evidence == Evidence::kLower ? "lower" : "higher",
                      judgement.empty() ? "" : " (", judgement, judgement.empty() ? "" : ")");
}

std::string Interval(const Table& table, const ChangeResult& change) {
  const std::optional<RatioInterval> interval = change.Interval();
  if (!interval.has_value()) return "";
  return absl::StrFormat("; the %.4g%% interval is %s to %s", table.confidence * 100,
                         FormatBound(PercentOf(interval->low)),
                         FormatBound(PercentOf(interval->high)));
}

std::string InRows(size_t rows, const Tally& tally) {
  if (rows == tally.rows) {
    return rows == 2 ? " in both rows" : absl::StrCat(" in all ", rows, " rows");
  }
  return absl::StrCat(" in ", rows, " of ", tally.rows, " rows");
}

class Sentence {
 public:
  Sentence(const Table& table, const ChangeResult& change, const Tally& tally)
      : table_(table), tally_(tally), build_(Short(change.build)), base_(Short(table.builds[0])) {
    metric_ = absl::StrReplaceAll(OneLine(table.metric.name()), {{"_", " "}});
  }

  std::string Write() const { return tally_.only != nullptr ? OfOneRow(*tally_.only) : OfRows(); }

 private:
  std::string OfOneRow(const ChangeResult& change) const {
    const Evidence evidence = EvidenceOf(table_, change);
    switch (evidence) {
      case Evidence::kLower:
      case Evidence::kHigher:
        return absl::StrCat(Lead(evidence), BySize(evidence), Interval(table_, change), ".");
      case Evidence::kNotToldApart:
        return absl::StrCat("No change of ", metric_, " is shown between ", base_, " and ", build_,
                            Interval(table_, change), ".");
      case Evidence::kSame:
        return absl::StrCat(build_, " and ", base_, " show the same ", metric_, ".");
      default:
        return absl::StrCat(base_, " and ", build_, ": ", Without(evidence), ".");
    }
  }

  // `5.1.0 shows lower (better) wall time than 5.0.5`.
  std::string Lead(Evidence evidence) const {
    return absl::StrCat(build_, " shows ", Way(table_.metric, evidence), " ", metric_, " than ",
                        base_);
  }

  std::string OfRows() const {
    std::vector<std::string> parts;
    for (const Evidence evidence : {Evidence::kLower, Evidence::kHigher}) {
      const size_t rows = Rows(evidence);
      if (rows == 0) continue;
      parts.push_back(absl::StrCat(
          parts.empty() ? Lead(evidence) : Way(table_.metric, evidence),
          parts.empty() ? InRows(rows, tally_) : absl::StrCat(" in ", rows), BySize(evidence)));
    }
    const bool shown = !parts.empty();
    if (!shown && Rows(Evidence::kNotToldApart) > 0) {
      const size_t rows = Rows(Evidence::kNotToldApart);
      parts.push_back(
          absl::StrCat("No change of ", metric_, " is shown between ", base_, " and ", build_,
                       rows == tally_.rows ? " in any of " : absl::StrCat(" in ", rows, " of "),
                       tally_.rows, " rows"));
    }
    for (const Evidence evidence : {Evidence::kSame, Evidence::kNotToldApart, Evidence::kNoInterval,
                                    Evidence::kNotCompared, Evidence::kNoValue}) {
      const size_t rows = Rows(evidence);
      // Said already.
      if (rows == 0 || (!shown && evidence == Evidence::kNotToldApart)) continue;
      parts.push_back(parts.empty() ? absl::StrCat(base_, " and ", build_, ": ", Without(evidence),
                                                   InRows(rows, tally_))
                                    : absl::StrCat(Without(evidence), " in ", rows));
    }
    return absl::StrCat(absl::StrJoin(parts, "; "), ".", Weak());
  }

  std::string Weak() const {
    if (tally_.weak == 0) return "";
    return absl::StrCat(" ", tally_.weak, " of these changes ", tally_.weak == 1 ? "does" : "do",
                        " not stand the correction for ", tally_.rows, " rows (q above ",
                        absl::StrFormat("%.3g", 1 - table_.confidence), ").");
  }

  std::string BySize(Evidence evidence) const {
    const auto found = tally_.sizes.find(evidence);
    return found == tally_.sizes.end() ? "" : Span(found->second, table_.metric.exact());
  }

  size_t Rows(Evidence evidence) const {
    const auto found = tally_.rows_with.find(evidence);
    return found == tally_.rows_with.end() ? 0 : found->second;
  }

  static std::string Without(Evidence evidence) {
    switch (evidence) {
      case Evidence::kSame:
        return "the same";
      case Evidence::kNotToldApart:
        return "not told apart";
      case Evidence::kNoInterval:
        return "too few runs to tell";
      case Evidence::kNotCompared:
        return "not compared, as they are not alike";
      default:
        return "not measured";
    }
  }

  const Table& table_;
  const Tally& tally_;
  const std::string build_;
  const std::string base_;
  std::string metric_;
};

std::string PublishedSentence(const Table& table) {
  std::map<Verdict, size_t> verdicts;
  size_t all = 0;
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      if (row.kind == RowKind::kOneMachine && !table.metric.exact()) continue;
      if (!change.comparison.has_value()) continue;
      ++verdicts[change.comparison->verdict];
      ++all;
    }
  }
  if (all == 0) return "";
  std::vector<std::string> parts;
  const auto add = [&](Verdict verdict, const char* one, const char* several) {
    const size_t count = verdicts[verdict];
    if (count > 0) parts.push_back(absl::StrCat(count, " ", count == 1 ? one : several));
  };
  add(Verdict::kAgrees, "agrees", "agree");
  add(Verdict::kDiffers, "differs", "differ");
  add(Verdict::kTooNoisy, "is too noisy to tell", "are too noisy to tell");
  add(Verdict::kNotCompared, "is not compared", "are not compared");
  return absl::StrCat(" Of ", all, all == 1 ? " published change, " : " published changes, ",
                      absl::StrJoin(parts, ", "), ".");
}

std::string MissingSentence(const v1::ExperimentRun& run, const Table& table) {
  size_t incomplete = 0;
  for (const TableRow& row : table.rows) incomplete += !row.Complete();
  std::string text;
  if (incomplete > 0) {
    absl::StrAppend(&text, " ", incomplete, " of ", table.rows.size(),
                    table.rows.size() == 1 ? " row" : " rows", incomplete == 1 ? " lacks" : " lack",
                    " runs that failed or were not measured.");
  }
  if (run.state() != v1::COMPLETE) text += " The run is not complete: this is what it has so far.";
  return text;
}

}  // namespace

Evidence EvidenceOf(const Table& table, const ChangeResult& change) {
  if (!change.compared) return Evidence::kNotCompared;
  if (table.metric.exact()) {
    if (!change.exact.has_value()) return Evidence::kNoValue;
    if (change.exact->outcome == ExactOutcome::kNoChange) return Evidence::kSame;
    if (change.exact->outcome == ExactOutcome::kWithinSpread) return Evidence::kNotToldApart;
    return change.exact->difference < 0 ? Evidence::kLower : Evidence::kHigher;
  }
  const std::optional<RatioInterval> interval = change.Interval();
  if (!interval.has_value()) {
    return EstimateOf(change).has_value() ? Evidence::kNoInterval : Evidence::kNoValue;
  }
  if (interval->high < 1) return Evidence::kLower;
  if (interval->low > 1) return Evidence::kHigher;
  return Evidence::kNotToldApart;
}

bool StandsCorrection(const Table& table, const ChangeResult& change) {
  // The difference is rounded: 0.95 leaves a little more than 0.05.
  return !change.q_value.has_value() || *change.q_value <= 1 - table.confidence + 1e-12;
}

std::optional<double> EstimateOf(const ChangeResult& change) {
  if (!change.compared) return std::nullopt;
  if (change.paired.has_value()) return change.paired->ratio;
  if (change.unpaired.has_value()) return change.unpaired->ratio;
  return change.ratio;
}

std::string Judgement(const v1::Metric& metric, Evidence evidence) {
  if (evidence != Evidence::kLower && evidence != Evidence::kHigher) return "";
  if (metric.direction() == v1::LOWER_IS_BETTER) {
    return evidence == Evidence::kLower ? "better" : "worse";
  }
  if (metric.direction() == v1::HIGHER_IS_BETTER) {
    return evidence == Evidence::kLower ? "worse" : "better";
  }
  return "";
}

std::string ResultSentence(const v1::ExperimentRun& run, const Table& table) {
  std::string text;
  if (table.rows.empty()) {
    text = "Nothing was measured.";
  } else if (table.builds.size() < 2) {
    text = absl::StrCat("One build, ", table.builds.empty() ? "" : Short(table.builds.front()),
                        ": nothing is compared.");
  }
  for (size_t i = 0; i + 1 < table.builds.size() && !table.rows.empty(); ++i) {
    const Tally tally = Count(table, i);
    const Sentence sentence(table, table.rows.front().changes[i], tally);
    absl::StrAppend(&text, i == 0 ? "" : " ", sentence.Write());
  }
  return absl::StrCat(text, PublishedSentence(table), MissingSentence(run, table));
}

}  // namespace benchcell::html
