#include "plugins/node_core/expand.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/node_core/cells.h"
#include "plugins/node_core/check_set.h"
#include "plugins/node_core/failure.h"
#include "plugins/node_core/findings.h"
#include "plugins/node_core/inputs.h"
#include "plugins/sdk/request.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell::node_core {
namespace {

constexpr uint64_t kTailBytes = 1500;

void Refuse(uint32_t cell, const std::string& build, const std::string& message,
            v1::ExpandResponse& response) {
  v1::Refusal& refusal = *response.add_refusal();
  refusal.set_cell(cell);
  refusal.set_build(build);
  refusal.set_message(ToValidUtf8(message));
}

std::string Output(const v1::Discovered& discovered, const std::string& name) {
  for (const v1::RawOutputFile& output : discovered.raw_output()) {
    if (output.name() == name) return ReadFile(output.path()).value_or("");
  }
  return "";
}

absl::StatusOr<std::vector<Findings>> FindingsOf(const v1::ExpandRequest& request,
                                                 const std::string& build) {
  for (const v1::Discovered& discovered : request.discovered()) {
    if (discovered.build() != build) continue;
    const v1::RunRecord& record = discovered.record();
    const v1::Exit& exit = record.exit();
    if (exit.has_code() && exit.code() == 0) return ParseFindings(Output(discovered, kFoundOutput));
    const std::string how =
        exit.timed_out()    ? "it was killed after its time"
        : exit.has_signal() ? absl::StrCat("it was killed by signal ", exit.signal())
        : exit.has_code()   ? absl::StrCat("it ended with exit code ", exit.code())
                            : "it was not started";
    const std::string tail = Tail(WithoutControls(Output(discovered, "stderr")), kTailBytes);
    return absl::FailedPreconditionError(
        absl::StrCat("its binary could not be asked for configurations: ", how,
                     record.message().empty() ? "" : absl::StrCat(": ", record.message()),
                     tail.empty() ? "" : "\n--- end of stderr:\n", tail));
  }
  return absl::FailedPreconditionError("nothing was discovered with this build");
}

absl::Status NotThere(const Findings& findings) {
  return absl::InvalidArgumentError(
      absl::StrCat("there is no ", findings.missing, " in the input \"source\"",
                   findings.neighbours.empty()
                       ? ": it is no tree with benchmark files of node core"
                       : absl::StrCat("; there are ", absl::StrJoin(findings.neighbours, ", "))));
}

absl::StatusOr<const Findings*> Find(const std::vector<Findings>& all, const AskedFile& asked) {
  for (const Findings& findings : all) {
    if (findings.source != asked.folder || findings.file != asked.file) continue;
    if (findings.missing.empty()) return &findings;
    return NotThere(findings);
  }
  return absl::FailedPreconditionError(
      absl::StrCat("what was discovered doesn't speak of ", asked.file));
}

// HTTP/2 and HTTPS benchmarks name node's stand-in for a tool themselves. Empty unless the cell has
// one that `set` didn't ask for.
std::string StandIn(const FoundCell& cell, const BuildInputs& inputs, const std::string& file) {
  for (const SetKey& key : inputs.set) {
    if (key.key == kHttpTool) return "";
  }
  for (const auto& [key, value] : cell.level) {
    if (key != kHttpTool || !IsTestDouble(value)) continue;
    return absl::StrCat("HTTP tool missing: ", file, " measures with node's stand-in ", value,
                        " unless it is told another tool, and that one's rate is a number of "
                        "answers and no rate; set benchmarker=h2load (HTTP/2) or benchmarker=wrk, "
                        "or benchmarker=",
                        value, " to have it all the same");
  }
  return "";
}

v1::BuildPlan PlanOf(const v1::ExpandRequest& request, const BuildInputs& inputs,
                     const AskedFile& asked, const FoundCell& cell, const BuildPart& part) {
  if (!part.has) return NothingToRunPlan(inputs, part.reason);
  const std::string stand_in = StandIn(cell, inputs, asked.file);
  if (!stand_in.empty()) return NothingToRunPlan(inputs, stand_in);
  return MeasurePlan(inputs, asked, part.configuration, part.in_parent,
                     CommandTimeout(request.experiment()));
}

// All builds with what each has found.
struct Known {
  std::vector<BuildInputs> inputs;
  std::vector<std::vector<Findings>> findings;
};

void AddCells(const v1::ExpandRequest& request, const Known& known, int asked_index,
              v1::ExpandResponse& response) {
  const v1::Cell& asked = request.cell(asked_index);
  std::vector<const Findings*> findings;
  std::vector<std::string> builds;
  for (size_t i = 0; i < known.inputs.size(); ++i) {
    builds.push_back(known.inputs[i].build->name());
    const auto found = Find(known.findings[i], known.inputs[i].files[asked_index]);
    if (!found.ok()) {
      Refuse(asked.index(), builds.back(), std::string(found.status().message()), response);
      return;
    }
    findings.push_back(*found);
  }
  for (const FoundCell& found : CellsOf(findings, builds)) {
    v1::Cell& cell = *response.add_cell();
    *cell.mutable_level() = asked.level();
    cell.set_index(response.cell_size() - 1);
    for (const auto& [key, value] : found.level) {
      v1::Level& level = *cell.add_level();
      level.set_axis(key);
      level.set_level(value);
    }
    for (size_t i = 0; i < known.inputs.size(); ++i) {
      *cell.add_build() = PlanOf(request, known.inputs[i], known.inputs[i].files[asked_index],
                                 found, found.build[i]);
    }
  }
}

// Reads what was discovered; refuses for all cells what is wrong with a build as a whole.
void ReadAll(const v1::ExpandRequest& request, Known& known, v1::ExpandResponse& response) {
  for (const BuildInputs& inputs : known.inputs) {
    absl::StatusOr<std::vector<Findings>> findings = FindingsOf(request, inputs.build->name());
    absl::Status status = findings.status();
    if (status.ok()) status = CheckSet(inputs.set, *findings);
    if (status.ok()) {
      known.findings.push_back(*std::move(findings));
      continue;
    }
    for (const v1::Cell& cell : request.cell()) {
      Refuse(cell.index(), inputs.build->name(), std::string(status.message()), response);
    }
  }
}

}  // namespace

v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets) {
  v1::ExpandResponse response;
  if (request.cell_size() == 0) return response;
  Known known;
  for (const v1::Build& build : request.experiment().build()) {
    absl::StatusOr<BuildInputs> inputs = InputsOf(request, build);
    if (inputs.ok()) {
      known.inputs.push_back(*std::move(inputs));
      continue;
    }
    for (const v1::Cell& cell : request.cell()) {
      Refuse(cell.index(), build.name(), std::string(inputs.status().message()), response);
    }
  }
  if (response.refusal_size() > 0) return response;
  if (request.discovered_size() == 0) {
    for (const BuildInputs& inputs : known.inputs) {
      *response.add_discover() = DiscoverPlan(inputs, assets);
    }
    return response;
  }
  ReadAll(request, known, response);
  for (int i = 0; i < request.cell_size() && response.refusal_size() == 0; ++i) {
    AddCells(request, known, i, response);
  }
  if (response.refusal_size() > 0) response.clear_cell();
  return response;
}

}  // namespace benchcell::node_core
