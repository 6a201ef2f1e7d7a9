#include "plugins/codspeed/expand.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/found_benchmarks.h"
#include "plugins/codspeed/inputs.h"
#include "plugins/codspeed/run_failure.h"
#include "plugins/sdk/request.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/design/nearest.h"

namespace benchcell::codspeed {
namespace {

// A build with the benchmarks that it has.
struct Known {
  BuildInputs inputs;
  FoundBenchmarks found;
};

void Refuse(const v1::ExpandRequest& request, const std::string& build, const absl::Status& status,
            v1::ExpandResponse& response) {
  for (const v1::Cell& cell : request.cell()) {
    v1::Refusal& refusal = *response.add_refusal();
    refusal.set_cell(cell.index());
    refusal.set_build(build);
    refusal.set_message(ToValidUtf8(std::string(status.message())));
  }
}

absl::StatusOr<FoundBenchmarks> Discovered(const v1::ExpandRequest& request,
                                           const std::string& build) {
  for (const v1::Discovered& discovered : request.discovered()) {
    if (discovered.build() != build) continue;
    for (const v1::RawOutputFile& output : discovered.raw_output()) {
      if (output.name() != kFoundOutput) continue;
      ASSIGN_OR_RETURN(const std::string text, ReadFile(output.path()));
      ASSIGN_OR_RETURN(FoundBenchmarks found, ParseFoundBenchmarks(text));
      if (!found.benchmarks.empty()) return found;
      return absl::FailedPreconditionError(
          found.errors.empty()
              ? "vitest found no benchmark in the package; expected files that its config includes "
                "as benchmarks (*.bench.ts) with at least one each"
              : absl::StrCat("vitest found no benchmark, but an error: ",
                             Describe(found.errors[0])));
    }
    return absl::FailedPreconditionError(
        absl::StrCat("its package could not be asked for benchmarks: ",
                     NoReport(discovered.record(), discovered.raw_output())));
  }
  return absl::FailedPreconditionError("nothing was discovered with this build");
}

// The names of what `name` gives of each build's benchmarks that run, each once, in the order of
// the first build that has it.
template <typename Name>
std::vector<std::string> Union(const std::vector<Known>& builds, Name name) {
  std::vector<std::string> names;
  for (const Known& known : builds) {
    for (const FoundBenchmark& benchmark : known.found.benchmarks) {
      if (!benchmark.runs) continue;
      if (std::find(names.begin(), names.end(), name(benchmark)) != names.end()) continue;
      names.push_back(name(benchmark));
    }
  }
  return names;
}

// One that runs, if there is one.
const FoundBenchmark* Find(const Known& known, const std::string& uri) {
  const FoundBenchmark* found = nullptr;
  for (const FoundBenchmark& benchmark : known.found.benchmarks) {
    if (benchmark.uri == uri && (found == nullptr || benchmark.runs)) found = &benchmark;
  }
  return found;
}

v1::BuildPlan PlanForBenchmark(const Known& known, const std::string& uri, const Assets& assets) {
  const FoundBenchmark* benchmark = Find(known, uri);
  if (benchmark == nullptr) {
    return NothingToRunPlan(known.inputs, "the package of this build has no such benchmark");
  }
  if (!benchmark->runs) {
    return NothingToRunPlan(known.inputs, "the package of this build skips this benchmark");
  }
  return BenchmarkPlan(known.inputs, *benchmark, assets);
}

v1::BuildPlan PlanForFile(const Known& known, const std::string& file, const Assets& assets) {
  const auto& all = known.found.benchmarks;
  if (std::any_of(all.begin(), all.end(), [&](const FoundBenchmark& benchmark) {
        return benchmark.file == file && benchmark.runs;
      })) {
    return FilePlan(known.inputs, file, assets);
  }
  return NothingToRunPlan(known.inputs, "the package of this build has no benchmark in this file");
}

v1::Cell& AddCell(const v1::Cell& asked, const std::string& axis, const std::string& level,
                  v1::ExpandResponse& response) {
  v1::Cell& cell = *response.add_cell();
  cell.set_index(response.cell_size() - 1);
  for (const v1::Level& each : asked.level()) {
    if (each.axis() != kBenchmarkAxis) *cell.add_level() = each;
  }
  v1::Level& added = *cell.add_level();
  added.set_axis(axis);
  added.set_level(level);
  return cell;
}

absl::Status AddBenchmarks(const std::vector<Known>& builds, const v1::Cell& asked,
                           const Assets& assets, v1::ExpandResponse& response) {
  std::vector<std::string> uris =
      Union(builds, [](const FoundBenchmark& benchmark) { return benchmark.uri; });
  if (const std::string wanted = LevelOf(asked, kBenchmarkAxis); wanted != kAll) {
    if (std::find(uris.begin(), uris.end(), wanted) == uris.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("no build has this benchmark; expected ", OneOf(uris, wanted)));
    }
    uris = {wanted};
  }
  for (const std::string& uri : uris) {
    v1::Cell& cell = AddCell(asked, kBenchmarkAxis, uri, response);
    for (const Known& known : builds) *cell.add_build() = PlanForBenchmark(known, uri, assets);
  }
  return absl::OkStatus();
}

absl::Status AddFiles(const std::vector<Known>& builds, const v1::Cell& asked, const Assets& assets,
                      v1::ExpandResponse& response) {
  if (LevelOf(asked, kBenchmarkAxis) != kAll) {
    return absl::InvalidArgumentError(
        absl::StrCat("with ", kIsolation, " FILE whole files are measured; expected level ", kAll,
                     " of axis ", kBenchmarkAxis, ", or ", kIsolation, " BENCHMARK"));
  }
  const auto files = Union(builds, [](const FoundBenchmark& benchmark) { return benchmark.file; });
  for (const std::string& file : files) {
    v1::Cell& cell = AddCell(asked, kFileAxis, file, response);
    for (const Known& known : builds) *cell.add_build() = PlanForFile(known, file, assets);
  }
  return absl::OkStatus();
}

absl::Status CheckIsolation(const std::vector<Known>& builds) {
  for (const Known& known : builds) {
    if (known.inputs.isolation == builds[0].inputs.isolation) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("builds ", builds[0].inputs.build, " and ", known.inputs.build,
                     " have different values of ", kIsolation,
                     ", and counts depend on what ran before in the same process; expected one for "
                     "all builds"));
  }
  return absl::OkStatus();
}

}  // namespace

v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets) {
  v1::ExpandResponse response;
  std::vector<Known> builds;
  for (const v1::Build& build : request.experiment().build()) {
    absl::StatusOr<BuildInputs> inputs = InputsOf(request, build);
    if (inputs.ok()) {
      builds.push_back({*std::move(inputs), {}});
    } else {
      Refuse(request, build.name(), inputs.status(), response);
    }
  }
  if (response.refusal_size() > 0) return response;
  if (const absl::Status status = CheckIsolation(builds); !status.ok()) {
    Refuse(request, "", status, response);
    return response;
  }
  if (request.discovered().empty()) {
    for (const Known& known : builds) *response.add_discover() = DiscoverPlan(known.inputs, assets);
    return response;
  }
  for (Known& known : builds) {
    absl::StatusOr<FoundBenchmarks> found = Discovered(request, known.inputs.build);
    if (found.ok()) {
      known.found = *std::move(found);
    } else {
      Refuse(request, known.inputs.build, found.status(), response);
    }
  }
  for (const v1::Cell& asked : request.cell()) {
    if (response.refusal_size() > 0) break;
    const absl::Status status = builds[0].inputs.isolation == Isolation::kFile
                                    ? AddFiles(builds, asked, assets, response)
                                    : AddBenchmarks(builds, asked, assets, response);
    if (status.ok()) continue;
    v1::Refusal& refusal = *response.add_refusal();
    refusal.set_cell(asked.index());
    refusal.set_message(std::string(status.message()));
  }
  if (response.refusal_size() > 0) response.clear_cell();
  return response;
}

}  // namespace benchcell::codspeed
