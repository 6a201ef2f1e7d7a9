#include "runners/report/node_csv.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace benchcell {
namespace {

// Of node's benchmark/compare.js since 14.17.
constexpr char kHeader[] = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";
constexpr const char* kBinaries[] = {"old", "new"};
constexpr size_t kMostBuilds = 2;

std::vector<std::string> NamesOf(const v1::ExperimentRun& run) {
  std::vector<std::string> names;
  for (const v1::Build& build : run.resolved().experiment().build()) names.push_back(build.name());
  return names;
}

// For each build of the run its place in `builds`, or -1.
absl::StatusOr<std::vector<int>> PlacesOf(const v1::ExperimentRun& run,
                                          std::vector<std::string> builds) {
  const std::vector<std::string> names = NamesOf(run);
  if (builds.empty()) builds = names;
  if (builds.size() > kMostBuilds) {
    return absl::InvalidArgumentError(absl::StrCat("compare.R compares two builds: found ",
                                                   builds.size(), " (", absl::StrJoin(builds, ", "),
                                                   "), expected two; name two with --builds"));
  }
  std::vector<int> places(names.size(), -1);
  for (size_t i = 0; i < builds.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), builds[i]);
    if (found == names.end()) {
      return absl::InvalidArgumentError(absl::StrCat("the run has no build ", builds[i],
                                                     "; it has ", absl::StrJoin(names, ", ")));
    }
    places[found - names.begin()] = static_cast<int>(i);
  }
  return places;
}

// In the order of the lines.
using Place = std::tuple<uint32_t, uint32_t, uint32_t, int>;

Place PlaceOf(const v1::RunRecord& record, const std::vector<int>& places) {
  const v1::PlannedRun& planned = record.planned();
  const int place = planned.build() < places.size() ? places[planned.build()] : -1;
  return {record.cell(), record.round(), planned.index(), place};
}

absl::StatusOr<std::string> Observed(const v1::RunRecord& record, const std::string& name) {
  const auto found = record.observed().find(name);
  if (found != record.observed().end()) return found->second;
  return absl::InvalidArgumentError(
      absl::StrCat("a run of cell ", record.cell(), " observed no ", name,
                   "; only runs of the plugin node_core have a CSV of node's: use --format csv"));
}

std::string FileOf(const v1::ExperimentRun& run, uint32_t index) {
  for (const v1::Cell& cell : run.cell()) {
    if (cell.index() != index) continue;
    for (const v1::Level& level : cell.level()) {
      if (level.axis() == "benchmark") return level.level();
    }
  }
  return "";
}

}  // namespace

absl::StatusOr<std::string> RenderNodeCsv(const v1::ExperimentRun& run,
                                          const std::vector<std::string>& builds) {
  const absl::StatusOr<std::vector<int>> places = PlacesOf(run, builds);
  if (!places.ok()) return places.status();
  std::vector<std::pair<Place, const v1::RunRecord*>> records;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded() || record.status() != v1::OK) continue;
    const Place place = PlaceOf(record, *places);
    if (std::get<3>(place) >= 0) records.push_back({place, &record});
  }
  std::stable_sort(records.begin(), records.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string csv = kHeader;
  std::string file;
  uint32_t file_cell = 0;
  for (const auto& [place, record] : records) {
    if (file.empty() || record->cell() != file_cell) {
      file_cell = record->cell();
      file = FileOf(run, file_cell);
    }
    const auto configuration = Observed(*record, "configuration");
    if (!configuration.ok()) return configuration.status();
    const auto rate = Observed(*record, "rate");
    if (!rate.ok()) return rate.status();
    const auto time = Observed(*record, "time");
    if (!time.ok()) return time.status();
    absl::StrAppend(&csv, "\"", kBinaries[std::get<3>(place)], "\",\"", file, "\",\"",
                    absl::StrReplaceAll(*configuration, {{"\"", "\"\""}}), "\",", *rate, ",", *time,
                    "\n");
  }
  return csv;
}

}  // namespace benchcell
