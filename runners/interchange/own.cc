#include "runners/interchange/own.h"

#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <set>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr char kFormat[] = "benchcell.report.v1";
constexpr size_t kWidestReason = 300;

absl::Status Bad(const std::string& what) { return absl::InvalidArgumentError(what); }

absl::Status CheckParts(const v1::ExperimentRun& run) {
  if (run.id().empty()) return Bad("the run has no id");
  if (run.metric().empty()) return Bad("the run has no metric, expected at least one");
  if (run.cell().empty()) return Bad("the run has no cell, expected at least one");
  const auto& builds = run.resolved().experiment().build();
  if (builds.empty()) return Bad("the run's experiment has no build, expected at least one");
  std::set<std::string> names;
  for (const v1::Build& build : builds) {
    if (names.insert(build.name()).second) continue;
    return Bad(absl::StrCat("two builds named ", OneLine(build.name()), ", expected one"));
  }
  if (run.state() == v1::COMPLETE) return absl::OkStatus();
  return Bad(absl::StrCat("the run is ", v1::RunState_Name(run.state()),
                          ", expected COMPLETE: let it end where it was begun, and export it "
                          "again"));
}

}  // namespace

bool IsOwn(const nlohmann::json& top) {
  return top.is_object() && top.value("format", nlohmann::json()) == kFormat;
}

absl::StatusOr<v1::ExperimentRun> ReadOwn(const JsonPlace& top) {
  ASSIGN_OR_RETURN(const JsonPlace place, top.Member("run"));
  if (!place.value().is_object()) return place.Unexpected("an ExperimentRun");
  v1::ExperimentRun run;
  const auto status = google::protobuf::util::JsonStringToMessage(place.value().dump(), &run);
  if (!status.ok()) {
    return place.Error(absl::StrCat("what is no ExperimentRun (",
                                    Shortened(OneLine(status.ToString()), kWidestReason), ")"),
                       "what `report --format=json` wrote");
  }
  RETURN_IF_ERROR(Annotate(CheckWholeRun(run), absl::StrCat(top.file(), ": at /run")));
  return run;
}

absl::Status CheckWholeRun(const v1::ExperimentRun& run) {
  RETURN_IF_ERROR(CheckParts(run));
  std::set<uint32_t> cells;
  for (const v1::Cell& cell : run.cell()) {
    if (cells.insert(cell.index()).second) continue;
    return Bad(absl::StrCat("two cells with the index ", cell.index(), ", expected one"));
  }
  const int builds = run.resolved().experiment().build_size();
  for (int i = 0; i < run.record_size(); ++i) {
    const v1::RunRecord& record = run.record(i);
    const std::string which = absl::StrCat("record ", i);
    if (cells.count(record.cell()) == 0) {
      return Bad(
          absl::StrCat(which, " is of cell ", record.cell(), ", which the run doesn't have"));
    }
    if (record.planned().build() >= static_cast<uint32_t>(builds)) {
      return Bad(absl::StrCat(which, " is of build ", record.planned().build(),
                              ", and the run has ", builds));
    }
    for (const v1::Sample& sample : record.sample()) {
      if (std::isfinite(sample.value())) continue;
      return Bad(
          absl::StrCat(which, " has a value of ", OneLine(sample.metric()), " that is not finite"));
    }
  }
  return absl::OkStatus();
}

}  // namespace benchcell
