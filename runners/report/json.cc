#include "runners/report/json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/report/captions.h"
#include "runners/report/change_json.h"
#include "runners/report/message_json.h"

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

}  // namespace

std::string RenderTableJson(const v1::ExperimentRun& run, const Table& table) {
  return TableToJson(run, table).dump(-1, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<std::string> RenderJson(const v1::ExperimentRun& run, const Table& table) {
  const absl::StatusOr<std::string> run_json = MessageToJson(run);
  if (!run_json.ok()) return run_json.status();
  // The run is put in as text: parsing a large one again would only cost time.
  return absl::StrCat("{\"format\":\"benchcell.report.v1\",\"table\":", RenderTableJson(run, table),
                      ",\"run\":", *run_json, "}\n");
}

}  // namespace benchcell
