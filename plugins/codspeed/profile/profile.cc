#include "plugins/codspeed/profile/profile.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "plugins/codspeed/profile/environment.h"
#include "plugins/codspeed/profile/file_set.h"
#include "plugins/codspeed/profile/simulation.h"
#include "plugins/codspeed/profile/uri_counter.h"
#include "plugins/codspeed/profile/walltime.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/callgrind/perf_map.h"
#include "runners/callgrind/profile_file_reader.h"
#include "runners/compare/byte_source.h"

namespace benchcell::codspeed {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 3;

// Facts of all processes; what they disagree in shows.
class Facts {
 public:
  void Add(const std::string& name, const std::string& value) {
    if (!value.empty()) values_[name].insert(value);
  }

  void Tell(ImportedProfile& profile) const {
    for (const auto& [name, values] : values_) {
      profile.observed[name] = absl::StrJoin(values, ", ");
      if (values.size() > 1) profile.mixed.push_back(name);
    }
  }

 private:
  std::map<std::string, std::set<std::string>> values_;
};

void AddBenchmarks(std::vector<BenchmarkProfile> from, UriCounter& uris, ImportedProfile& profile) {
  for (BenchmarkProfile& benchmark : from) {
    benchmark.uri = uris.Unique(benchmark.uri);
    for (v1::Sample& sample : benchmark.samples) sample.set_benchmark(benchmark.uri);
    for (v1::Profile& frames : benchmark.profiles) frames.set_benchmark(benchmark.uri);
    profile.benchmarks.push_back(std::move(benchmark));
  }
}

absl::Status AddEnvironment(const ProfileFile& file, Facts& facts) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(file.path));
  const Environment environment = ParseEnvironment(text);
  facts.Add("node", environment.node);
  facts.Add("processor", environment.processor);
  return absl::OkStatus();
}

absl::Status AddProcess(const ProcessFiles& files, UriCounter& uris, Facts& facts,
                        ImportedProfile& profile) {
  std::optional<PerfMap> map;
  if (files.perf_map.has_value()) {
    ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> source,
                     OpenByteSource(files.perf_map->path));
    ASSIGN_OR_RETURN(map, PerfMap::Read(*source));
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<PartSource> source,
                   OpenProfile(files.profile.path, files.profile.name));
  ASSIGN_OR_RETURN(SimulatedProcess process,
                   ReadSimulation(*source, files.profile.name, map.has_value() ? &*map : nullptr));
  facts.Add("valgrind", process.valgrind);
  facts.Add("codspeed", process.codspeed);
  if (files.environment.has_value()) {
    RETURN_IF_ERROR(AddEnvironment(*files.environment, facts));
  } else {
    facts.Add("processor", process.processor);
  }
  profile.codspeed_valgrind |= process.valgrind.find("codspeed") != std::string::npos;
  for (Trouble& trouble : process.troubles) profile.troubles.push_back(std::move(trouble));
  AddBenchmarks(std::move(process.benchmarks), uris, profile);
  return absl::OkStatus();
}

absl::Status AddFiles(const fs::path& folder, const std::string& prefix, int depth,
                      std::vector<ProfileFile>& files) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = prefix + at->path().filename().string();
    std::error_code unknown;
    if (at->is_directory(unknown)) {
      if (depth < kDeepest) RETURN_IF_ERROR(AddFiles(at->path(), name + "/", depth + 1, files));
    } else if (at->is_regular_file(unknown)) {
      files.push_back({name, at->path().string()});
    }
  }
  if (error) return SystemError(error.value(), "can't read the folder", folder);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ProfileFile>> FilesOfFolder(const fs::path& folder) {
  std::vector<ProfileFile> files;
  RETURN_IF_ERROR(AddFiles(folder, "", 1, files));
  std::sort(files.begin(), files.end(),
            [](const ProfileFile& a, const ProfileFile& b) { return a.name < b.name; });
  return files;
}

absl::StatusOr<ImportedProfile> ImportProfile(const std::vector<ProfileFile>& files,
                                              const std::string& place) {
  ASSIGN_OR_RETURN(const FileSet set, SortFiles(files, place));
  ImportedProfile profile;
  profile.mode = set.mode;
  UriCounter uris;
  Facts facts;
  for (const ProcessFiles& process : set.processes) {
    RETURN_IF_ERROR(Annotate(AddProcess(process, uris, facts, profile), place));
  }
  for (const ProfileFile& file : set.results) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(file.path));
    absl::StatusOr<WalltimeResults> results = ParseWalltime(text, file.name);
    if (!results.ok()) return Annotate(results.status(), place);
    facts.Add("codspeed", results->codspeed);
    AddBenchmarks(std::move(results->benchmarks), uris, profile);
  }
  if (set.mode == ProfileMode::kWalltime) {
    for (const ProfileFile& file : set.environments) {
      RETURN_IF_ERROR(Annotate(AddEnvironment(file, facts), place));
    }
  }
  facts.Tell(profile);
  return profile;
}

}  // namespace benchcell::codspeed
