#include "runners/report/json.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/report/captions.h"
#include "runners/report/change_json.h"

namespace benchcell {
namespace {

Json Levels(const std::vector<LevelText>& levels) {
  Json list = Json::array();
  for (const LevelText& level : levels) {
    list.push_back({{"axis", level.axis}, {"level", level.level}, {"text", level.text}});
  }
  return list;
}

Json SpreadToJson(const std::optional<ValueSpread>& spread) {
  if (!spread.has_value()) return {};
  return {{"low", spread->low}, {"high", spread->high}, {"share", OrNull(spread->share)}};
}

const char* RowKindName(RowKind kind) {
  switch (kind) {
    case RowKind::kAllMachines:
      return "ALL_MACHINES";
    case RowKind::kOneMachine:
      return "ONE_MACHINE";
    case RowKind::kOnlyMachine:
      break;
  }
  return "ONLY_MACHINE";
}

Json RowToJson(const TableRow& row) {
  Json builds = Json::array();
  for (const BuildResult& build : row.builds) {
    builds.push_back({{"build", build.build},
                      {"planned", build.planned},
                      {"measured", build.measured},
                      {"median", OrNull(build.median)},
                      {"spread", SpreadToJson(build.spread)}});
  }
  Json changes = Json::array();
  for (const ChangeResult& change : row.changes) changes.push_back(ChangeToJson(change));
  Json failures = Json::array();
  for (const FailureResult& failure : row.failures) {
    failures.push_back({{"build", failure.build},
                        {"status", v1::RunStatus_Name(failure.status)},
                        {"runs", failure.runs},
                        {"message", failure.message}});
  }
  return {{"kind", RowKindName(row.kind)},
          {"cell", row.cell},
          {"benchmark", row.benchmark},
          {"machine", row.machine},
          {"epoch", row.epoch},
          {"levels", Levels(row.levels)},
          {"complete", row.Complete()},
          {"builds", std::move(builds)},
          {"changes", std::move(changes)},
          {"failures", std::move(failures)},
          {"laterAttempts", row.later_attempts}};
}

Json TableToJson(const v1::ExperimentRun& run, const Table& table) {
  Json rows = Json::array();
  for (const TableRow& row : table.rows) rows.push_back(RowToJson(row));
  return {{"experiment", table.experiment},
          {"title", table.title},
          {"metric", table.metric.name()},
          {"unit", table.metric.unit()},
          {"direction", v1::Direction_Name(table.metric.direction())},
          {"exact", table.metric.exact()},
          {"confidence", table.confidence},
          {"alpha", table.goal.alpha},
          {"power", table.goal.power},
          {"rounds", table.rounds},
          {"builds", table.builds},
          {"constants", Levels(table.constants)},
          {"axes", table.axes},
          {"tolerancePoints", OrNull(table.tolerance_points)},
          {"rows", std::move(rows)},
          {"captions", Captions(run, table)}};
}

// The run in protobuf's JSON mapping. MessageToJsonString would write maps in an order of chance,
// another one for each message object; what is written from bytes keeps their order, and bytes can
// be asked for with maps sorted by key. Numbers stay protobuf's own text this way.
absl::StatusOr<std::string> RunToJson(const v1::ExperimentRun& run) {
  std::string bytes;
  bool serialized = false;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    serialized = run.SerializeToCodedStream(&coded);
  }
  if (!serialized) {
    return absl::InternalError(
        absl::StrCat("the run ", run.id(), " can't be written as JSON: it can't be serialized"));
  }
  const google::protobuf::Descriptor* type = run.GetDescriptor();
  // Any prefix does, as long as both sides have the same.
  const std::string prefix = "run";
  const std::unique_ptr<google::protobuf::util::TypeResolver> resolver(
      google::protobuf::util::NewTypeResolverForDescriptorPool(prefix, type->file()->pool()));
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      resolver.get(), absl::StrCat(prefix, "/", type->full_name()), bytes, &json);
  if (!status.ok()) {
    return absl::InternalError(
        absl::StrCat("the run ", run.id(), " can't be written as JSON: ", status.ToString()));
  }
  return json;
}

}  // namespace

absl::StatusOr<std::string> RenderJson(const v1::ExperimentRun& run, const Table& table) {
  const absl::StatusOr<std::string> run_json = RunToJson(run);
  if (!run_json.ok()) return run_json.status();
  // The run is put in as text: parsing a large one again would only cost time.
  return absl::StrCat("{\"format\":\"benchcell.report.v1\",\"table\":",
                      TableToJson(run, table).dump(-1, ' ', false, Json::error_handler_t::replace),
                      ",\"run\":", *run_json, "}\n");
}

}  // namespace benchcell
