#include "plugins/codspeed/parse.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/found_benchmarks.h"
#include "plugins/codspeed/outcome.h"
#include "plugins/codspeed/plans.h"
#include "plugins/codspeed/profile/profile.h"
#include "plugins/codspeed/run_failure.h"
#include "plugins/sdk/answer.h"
#include "plugins/sdk/request.h"

namespace benchcell::codspeed {
namespace {

std::vector<ProfileFile> ProfileFiles(const v1::ParseRequest& request) {
  std::vector<ProfileFile> files;
  for (const v1::RawOutputFile& output : request.raw_output()) {
    if (!absl::StartsWith(output.name(), kProfilePrefix) || output.name() == kFoundOutput) continue;
    files.push_back({output.name().substr(std::string(kProfilePrefix).size()), output.path()});
  }
  return files;
}

// The benchmarks that the cell stands for.
std::vector<const FoundBenchmark*> Wanted(const v1::Cell& cell, const FoundBenchmarks& found) {
  const std::string uri = LevelOf(cell, kBenchmarkAxis);
  const std::string file = LevelOf(cell, kFileAxis);
  std::vector<const FoundBenchmark*> wanted;
  for (const FoundBenchmark& benchmark : found.benchmarks) {
    if (benchmark.runs && (file.empty() ? benchmark.uri == uri : benchmark.file == file)) {
      wanted.push_back(&benchmark);
    }
  }
  return wanted;
}

// Builds are compared frame by frame, and each works in a directory of its own.
void NamePlaces(const std::string& root, v1::Profile& profile) {
  for (v1::Frame& frame : *profile.mutable_frame()) {
    const size_t at = frame.location().find(root + "/");
    if (at != std::string::npos) frame.mutable_location()->erase(0, at + root.size() + 1);
  }
}

void AddCounts(const FoundBenchmark& benchmark, const BenchmarkProfile& profile,
               const std::string& root, v1::ParseResponse& response) {
  for (const v1::Sample& sample : profile.samples) {
    *response.add_sample() = sample;
    response.mutable_sample()->rbegin()->set_benchmark(benchmark.uri);
  }
  for (const v1::Profile& frames : profile.profiles) {
    *response.add_profile() = frames;
    response.mutable_profile()->rbegin()->set_benchmark(benchmark.uri);
    NamePlaces(root, *response.mutable_profile()->rbegin());
  }
}

std::string TroubleText(const ImportedProfile& profile) {
  std::string text;
  for (const Trouble& trouble : profile.troubles) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", trouble.message);
  }
  return text;
}

}  // namespace

v1::ParseResponse Parse(const v1::ParseRequest& request) {
  if (const auto reason = ReadRawOutput(request, kReasonOutput); reason.has_value()) {
    return Failed(v1::GENUINE_FAILURE, *reason);
  }
  const std::optional<std::string> report = ReadRawOutput(request, kFoundOutput);
  if (!report.has_value()) {
    return Failed(v1::GENUINE_FAILURE, NoReport(request.record(), request.raw_output()));
  }
  const absl::StatusOr<FoundBenchmarks> found = ParseFoundBenchmarks(*report);
  if (!found.ok()) return Failed(v1::HARNESS_ERROR, std::string(found.status().message()));
  const absl::StatusOr<ImportedProfile> profile = ImportProfile(ProfileFiles(request), "profile");
  if (!profile.ok()) return Failed(v1::HARNESS_ERROR, std::string(profile.status().message()));

  v1::ParseResponse response;
  response.set_status(v1::OK);
  std::map<std::string, const BenchmarkProfile*> counted;
  for (const BenchmarkProfile& each : profile->benchmarks) counted[each.uri] = &each;
  Outcomes outcomes(*found, TroubleText(*profile));
  const std::vector<const FoundBenchmark*> wanted = Wanted(request.cell(), *found);
  for (const FoundBenchmark* benchmark : wanted) {
    const auto counts = counted.find(benchmark->uri);
    if (counts != counted.end()) {
      AddCounts(*benchmark, *counts->second, found->root, response);
    } else {
      *response.add_benchmark_failure() = outcomes.Failure(*benchmark);
    }
  }
  for (const auto& [name, value] : profile->observed) (*response.mutable_observed())[name] = value;
  (*response.mutable_observed())["vitest"] = found->vitest;
  if (const std::string left = outcomes.Unexplained(); !left.empty()) {
    return Failed(v1::GENUINE_FAILURE, left);
  }
  const v1::Exit& exit = request.record().exit();
  if ((exit.code() != 0 || exit.has_signal()) && response.benchmark_failure().empty()) {
    return Failed(v1::GENUINE_FAILURE,
                  absl::StrCat("vitest told of no error, but ", HowItEnded(exit)));
  }
  if (response.sample_size() > 0) return response;
  // Nothing counts: then that is how the run ended.
  if (response.benchmark_failure_size() == 0) {
    return Failed(v1::HARNESS_ERROR,
                  "vitest ran without finding the benchmark; it was there when the package was "
                  "asked for its benchmarks");
  }
  return Failed(response.benchmark_failure(0).status(), response.benchmark_failure(0).message());
}

}  // namespace benchcell::codspeed
