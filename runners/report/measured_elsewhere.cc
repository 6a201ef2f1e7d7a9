#include "runners/report/measured_elsewhere.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// RunRecord.observed of a value that sums up others, as the importers write it.
constexpr char kSummary[] = "summary";

std::set<std::string> Observed(const v1::ExperimentRun& run, const std::string& name) {
  std::set<std::string> values;
  for (const v1::RunRecord& record : run.record()) {
    const auto found = record.observed().find(name);
    if (found != record.observed().end()) values.insert(found->second);
  }
  return values;
}

std::string Tool(const v1::Import& import) {
  return MarkdownText(import.tool().empty() ? import.format() : import.tool());
}

// What the files themselves say of where it was measured.
std::string Machine(const v1::ExperimentRun& run, const Table& table) {
  std::vector<std::string> facts;
  for (const std::string& name : table.metric.comparable()) {
    const std::set<std::string> values = Observed(run, name);
    if (values.empty()) continue;
    facts.push_back(
        absl::StrCat(MarkdownText(name), " ", MarkdownText(absl::StrJoin(values, " and "))));
  }
  if (facts.empty()) return "The machine, the times and the order of the runs are unknown.";
  return absl::StrCat("The machine, as the tool saw it: ", absl::StrJoin(facts, ", "),
                      "; all else of it, the times and the order of the runs are unknown.");
}

bool HasSeveralRuns(const Table& table) {
  return std::any_of(table.rows.begin(), table.rows.end(), [](const TableRow& row) {
    return std::any_of(row.builds.begin(), row.builds.end(),
                       [](const BuildResult& build) { return build.measured > 1; });
  });
}

}  // namespace

std::string HowToReadUnpaired(const Table& table) {
  std::string text = absl::StrCat(
      "Values are medians over the n runs of each build; Δ is the change of the median against ",
      MarkdownText(table.builds.front()), ".");
  if (!HasSeveralRuns(table)) return text;
  return absl::StrCat(
      text, absl::StrFormat(" The %.0f%%", table.confidence * 100),
      " interval and p are Welch's, of the ratio of the geometric means. Which runs were "
      "neighbours "
      "in time isn't known, so the runs are no pairs: whatever changed on the machine between "
      "those "
      "of one build and those of the other counts as a change. A build with a single run has "
      "neither.");
}

std::vector<std::string> MeasuredElsewhere(const v1::ExperimentRun& run, const Table& table) {
  const v1::Import& import = run.imported();
  std::vector<std::string> files;
  for (const v1::Import::File& file : import.file()) files.push_back(MarkdownText(file.name()));
  std::vector<std::string> captions = {
      absl::StrCat("Measured elsewhere by ", Tool(import), ", not by benchcell, and read from ",
                   absl::StrJoin(files, ", "), ". ", Machine(run, table))};
  const std::set<std::string> summaries = Observed(run, kSummary);
  if (!summaries.empty()) {
    captions.push_back(absl::StrCat(
        "The files have no single runs: each value stands for many (",
        summaries.size() > 1 ? "such as " : "", MarkdownText(*summaries.begin()),
        "), and how they scatter is not used, so a file gives neither an interval nor a p."));
  } else if (import.format() != "hyperfine" && HasSeveralRuns(table)) {
    captions.push_back(
        "The runs of a file were made in one process: what differs from one process to the next "
        "(memory layout, compilation) is in no interval.");
  }
  return captions;
}

}  // namespace benchcell
