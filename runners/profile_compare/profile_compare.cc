#include "runners/profile_compare/profile_compare.h"

#include <algorithm>
#include <filesystem>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "plugins/codspeed/profile/profile.h"
#include "runners/base/status_macros.h"
#include "runners/profile_compare/profile_run.h"
#include "runners/profile_compare/walltime_table.h"
#include "runners/report/comparability.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

constexpr double kConfidence = 0.95;

absl::StatusOr<codspeed::ImportedProfile> Import(const std::string& folder) {
  ASSIGN_OR_RETURN(const std::vector<codspeed::ProfileFile> files, codspeed::FilesOfFolder(folder));
  ASSIGN_OR_RETURN(codspeed::ImportedProfile profile, codspeed::ImportProfile(files, folder));
  if (!profile.benchmarks.empty()) return profile;
  std::string why;
  for (const codspeed::Trouble& trouble : profile.troubles) {
    absl::StrAppend(&why, "; ", trouble.message);
  }
  return absl::NotFoundError(absl::StrCat(folder, ": found a ", codspeed::ModeName(profile.mode),
                                          " profile without any benchmark, expected at least one",
                                          why));
}

void AddWarnings(const std::string& folder, const codspeed::ImportedProfile& profile,
                 std::vector<std::string>& warnings) {
  for (const codspeed::Trouble& trouble : profile.troubles) {
    warnings.push_back(absl::StrCat(folder, ": ", trouble.message));
  }
}

absl::Status CheckModes(const ProfileCompareOptions& options, const codspeed::ImportedProfile& base,
                        const codspeed::ImportedProfile& head) {
  if (base.mode == head.mode) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("found a profile of mode ", codspeed::ModeName(base.mode), " in ", options.base,
                   " and one of mode ", codspeed::ModeName(head.mode), " in ", options.head,
                   ", expected two of the same mode"));
}

// Not even one with itself: processes that differ count differently, and a benchmark may have been
// run by another kind of them in the other profile.
absl::Status CheckUnmixed(const std::string& folder, const codspeed::ImportedProfile& profile) {
  const v1::Metric metric = codspeed::MetricsOf(profile.mode).front();
  for (const std::string& fact : metric.comparable()) {
    if (std::count(profile.mixed.begin(), profile.mixed.end(), fact) == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        folder, ": found processes that differ in ", fact, " (", profile.observed.at(fact),
        "), expected profiles of one kind; compare them anyway with --force"));
  }
  return absl::OkStatus();
}

// What the records of the two profiles say that the mode's metrics want to be equal.
std::vector<Unlike> Differences(const v1::ExperimentRun& run) {
  return FindUnlike(run.metric(0), {&run.record(0)}, {&run.record(1)});
}

}  // namespace

absl::StatusOr<ProfileCompareResult> CompareProfiles(const ProfileCompareOptions& options) {
  ASSIGN_OR_RETURN(const codspeed::ImportedProfile base, Import(options.base));
  ASSIGN_OR_RETURN(const codspeed::ImportedProfile head, Import(options.head));
  RETURN_IF_ERROR(CheckModes(options, base, head));
  if (!options.force) {
    RETURN_IF_ERROR(CheckUnmixed(options.base, base));
    RETURN_IF_ERROR(CheckUnmixed(options.head, head));
  }
  ProfileCompareResult result;
  AddWarnings(options.base, base, result.warnings);
  AddWarnings(options.head, head, result.warnings);
  const std::string title = absl::StrCat(options.base, " against ", options.head);
  const v1::ExperimentRun run = RunOfProfiles(base, head, title, options.force);
  if (base.mode == codspeed::ProfileMode::kWalltime && options.metric.empty()) {
    if (const std::vector<Unlike> unlike = Differences(run); !unlike.empty() && !options.force) {
      return absl::InvalidArgumentError(
          absl::StrCat("found ", UnlikeWords(unlike),
                       ", expected profiles of the same kind of machine; compare them anyway with "
                       "--force"));
    }
    const std::vector<WalltimeRow> rows = CompareWalltime(base, head, kConfidence);
    result.text = RenderWalltime(rows, title, kConfidence);
    result.complete = std::all_of(rows.begin(), rows.end(), [](const WalltimeRow& row) {
      return row.base.has_value() && row.head.has_value();
    });
    return result;
  }
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, {.metric = options.metric,
                                                       .confidence = kConfidence,
                                                       .compare_unlike = options.force}));
  result.text = RenderMarkdown(run, table, {});
  result.complete = ExitCode(table) == 0;
  return result;
}

}  // namespace benchcell
