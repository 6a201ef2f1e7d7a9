// `plugins record`.

#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "benchcell/v1/plugin.pb.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/cli/plugin_kit.h"
#include "runners/cli/plugin_programs.h"
#include "runners/cli/session.h"
#include "runners/coordinator/judge.h"
#include "runners/plugin_check/recorded_runs.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Takes out what the plugin has made of the record, and where and when it was measured: that is
// nothing to a plugin.
void Anonymize(v1::RunRecord& record) {
  record.clear_sample();
  record.clear_profile();
  record.clear_benchmark_failure();
  record.clear_observed();
  record.clear_status();
  record.clear_message();
  record.clear_machine();
  record.clear_epoch();
  record.clear_start_time();
  record.clear_isolation();
  record.clear_quietness();
}

bool WasParsed(const v1::RunRecord& record) {
  return record.status() == v1::OK || record.status() == v1::GENUINE_FAILURE ||
         record.status() == v1::HARNESS_ERROR;
}

absl::StatusOr<fs::path> TargetFolder(const CommandContext& context, const std::string& plugin) {
  if (!context.options.out.empty()) return context.options.out;
  const std::map<std::string, PluginPlace> places = PluginPlaces(context.places);
  const auto found = places.find(plugin);
  if (found == places.end()) {
    return absl::NotFoundError(absl::StrCat("the run's plugin \"", plugin,
                                            "\" is not built here; --out says where to write"));
  }
  return found->second.folder / "recorded";
}

}  // namespace

absl::StatusOr<int> RecordRunsCommand(const CommandContext& context, const std::string& id) {
  ASSIGN_OR_RETURN(const Session session, OpenStoredRuns(context));
  ASSIGN_OR_RETURN(const v1::ExperimentRun run, session.client->GetRun(id));
  ASSIGN_OR_RETURN(const fs::path folder,
                   TargetFolder(context, run.resolved().experiment().plugin()));
  ASSIGN_OR_RETURN(const auto blobs,
                   DirectoryBlobStore::Open(session.state_dir / "coordinator" / "blobs"));
  RETURN_IF_ERROR(
      RecordBundles({run.resolved().bundle().begin(), run.resolved().bundle().end()}, folder));
  std::set<std::tuple<uint32_t, uint32_t, int>> seen;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded() || !WasParsed(record)) continue;
    if (!seen.emplace(record.cell(), record.planned().build(), record.status()).second) continue;
    ASSIGN_OR_RETURN(v1::ParseRequest request, ParseRequestOf(run, record, *blobs));
    Anonymize(*request.mutable_record());
    fs::path target = folder / "discovered" / request.build();
    if (run.discovery()) {
      if (request.build().find('/') != std::string::npos) {
        return absl::InvalidArgumentError(
            absl::StrCat("build \"", request.build(), "\" can't be the name of a folder"));
      }
      RETURN_IF_ERROR(CopyOutputs(request.raw_output(), target));
    } else {
      target =
          folder / absl::StrCat(run.id(), "-cell", record.cell(), "-build",
                                record.planned().build(), "-", v1::RunStatus_Name(record.status()));
      RETURN_IF_ERROR(WriteRecordedRun(request, target));
    }
    context.out << target.string() << "\n";
  }
  if (seen.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("run ", run.id(), " has no record that a plugin has parsed"));
  }
  return kExitOk;
}

}  // namespace benchcell
