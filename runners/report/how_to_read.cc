#include "runners/report/how_to_read.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/report/measured_elsewhere.h"
#include "runners/report/text.h"
#include "runners/stats/signed_rank.h"

namespace benchcell {
namespace {

std::string Percent(double share) { return absl::StrFormat("%.0f%%", share * 100); }

// `1.2% to 3.4%`, or one of them if they are alike.
std::string Span(double low, double high) {
  const std::string from = absl::StrFormat("%.1f%%", low * 100);
  const std::string to = absl::StrFormat("%.1f%%", high * 100);
  return from == to ? from : absl::StrCat(from, " to ", to);
}

std::string HowToReadCounts(const Table& table) {
  std::string text = absl::StrCat(
      "Counts are exact: the same work gives the same count, so there is no interval, p or q. "
      "Values are medians over the n measured runs of each build; Δ is the exact change of the "
      "median against ",
      MarkdownText(table.builds.front()),
      ". The spread is how far the runs of a build are apart, as a share of their median, 0 if all "
      "have the same count; a change is *within the spread* if the counts of the two builds "
      "overlap, or if it is no larger than the spread of one of them.");
  if (table.has_causes) {
    text +=
        " The cause is the kind of frames that most of the change comes from. The runtime's own "
        "cost does not tell who called it: it is the cause where the others hardly changed.";
  }
  return text;
}

bool HasAllMachines(const Table& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const TableRow& row) { return row.kind == RowKind::kAllMachines; });
}

std::string WhatADirectionVerdictMeans(const std::string& tolerance) {
  return absl::StrCat(
      "Verdict: the workloads here are others than the published ones, so it is about direction "
      "and mechanism, not about size. *same direction* and *other direction*: all of the change "
      "measured here goes the published way, or none of it. A change that was published as smaller "
      "than ",
      tolerance,
      " percentage points either way is *still about zero* or *no longer about zero*. *same cause* "
      "and *other cause*: whether most of the change comes from the kind of frames that it was "
      "traced to there.");
}

}  // namespace

std::string HowToRead(const Table& table) {
  if (table.metric.exact()) return HowToReadCounts(table);
  if (table.unpaired) return HowToReadUnpaired(table);
  return absl::StrCat(
      "Values are medians over the n measured runs of each build; Δ is the change of the median "
      "against ",
      MarkdownText(table.builds.front()),
      table.rounds > 1 ? ", Δ per round the same within each round" : "", ". The ",
      Percent(table.confidence),
      " interval is that of the change within pairs of runs with the same round and index "
      "(Hodges-Lehmann, signed-rank).");
}

std::string WhatCouldBeFound(const Table& table) {
  double low = 0;
  double high = 0;
  bool any = false;
  int without = 0;
  bool untested = false;
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      if (change.paired.has_value() && !change.paired->interval.has_value()) ++without;
      untested = untested || (change.paired.has_value() && !change.PValue().has_value());
      if (!change.smallest_detectable.has_value()) continue;
      low = any ? std::min(low, *change.smallest_detectable) : *change.smallest_detectable;
      high = any ? std::max(high, *change.smallest_detectable) : *change.smallest_detectable;
      any = true;
    }
  }
  std::string text;
  if (any) {
    absl::StrAppend(&text, "With this many pairs and their spread, a change of ", Span(low, high),
                    table.rows.size() > 1 ? " (by row)" : "", " is found with ",
                    Percent(table.goal.power), " probability.");
  }
  if (without > 0) {
    int64_t least = 1;
    while (SignedRankCritical(least, (1 - table.confidence) / 2) == 0) ++least;
    absl::StrAppend(&text, any ? " " : "", "Fewer than ", least, " pairs have no ",
                    Percent(table.confidence), " interval",
                    untested ? ", and a single pair has no test" : "",
                    ": more runs are needed for one.");
  }
  return text;
}

std::string WhatAllMachinesAre(const Table& table) {
  if (!HasAllMachines(table)) return "";
  return "Machines are never pooled: *all, each by itself* is the average of their own estimates, "
         "weighted by precision (Cochran 1937, Meier 1953), with its own interval and p. The rows "
         "below it are those machines. q is corrected over the rows of all machines and of cells "
         "that one machine measured; a row of one machine among several asks the same question "
         "again and has none.";
}

std::string WhatIsUnlike(const Table& table) {
  std::set<std::string> differences;
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      if (!change.compared || change.unlike.empty()) continue;
      differences.insert(absl::StrCat(MarkdownText(table.builds.front()), " against ",
                                      MarkdownText(change.build), ": ",
                                      UnlikeWords(change.unlike)));
    }
  }
  if (differences.empty()) return "";
  return absl::StrCat("Compared though not alike, as was asked for: ",
                      absl::StrJoin(differences, "; "), ". What is measured depends on that.");
}

std::string WhatAVerdictMeans(const Table& table) {
  const std::string tolerance = absl::StrFormat("%.3g", *table.tolerance_points);
  if (table.standard == v1::DIRECTION) return WhatADirectionVerdictMeans(tolerance);
  const std::string range =
      absl::StrCat("Verdict: the published change, or the span of its rounds, widened by ",
                   tolerance, " percentage points either way, is held against the ");
  if (table.metric.exact()) {
    return absl::StrCat(range,
                        "change counted here: *agrees* if it lies inside, otherwise *differs*.");
  }
  return absl::StrCat(range,
                      "interval measured here: *agrees* if the whole interval lies inside, "
                      "*differs* if all of it lies outside, otherwise *too noisy to tell*.");
}

}  // namespace benchcell
