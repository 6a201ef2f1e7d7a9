#include "plugins/codspeed/profile/file_set.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace benchcell::codspeed {
namespace {

// The number between the ends of a file's name.
std::optional<uint64_t> PidIn(std::string_view name, std::string_view start, std::string_view end) {
  if (name.size() <= start.size() + end.size() || name.substr(0, start.size()) != start ||
      name.substr(name.size() - end.size()) != end) {
    return std::nullopt;
  }
  name = name.substr(start.size(), name.size() - start.size() - end.size());
  uint64_t pid = 0;
  const auto [last, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (error != std::errc() || last != name.data() + name.size()) return std::nullopt;
  return pid;
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// A file of each mode, for messages.
using Examples = std::map<std::string, std::string>;

absl::Status CheckModes(const Examples& modes, const std::string& place) {
  if (modes.empty()) {
    return absl::NotFoundError(absl::StrCat(place,
                                            ": found no profile, expected PID.out (simulation) or "
                                            "results/*.json (walltime). CodSpeed's "
                                            "plugin leaves an empty folder if it doesn't know the "
                                            "version of vitest, or if no benchmark "
                                            "has run"));
  }
  if (modes.size() > 1) {
    std::string found;
    for (const auto& [mode, file] : modes) {
      absl::StrAppend(&found, found.empty() ? "" : " and ", mode, " (", file, ")");
    }
    return absl::InvalidArgumentError(
        absl::StrCat(place, ": found profiles of ", found,
                     ", expected one mode. Name the folder of one of them"));
  }
  const auto& [mode, file] = *modes.begin();
  if (mode == "simulation" || mode == "walltime") return absl::OkStatus();
  return absl::UnimplementedError(
      absl::StrCat(place, ": found a profile of mode ", mode, " (", file,
                   "), which isn't supported yet; expected simulation or walltime"));
}

}  // namespace

absl::StatusOr<FileSet> SortFiles(const std::vector<ProfileFile>& files, const std::string& place) {
  FileSet set;
  // By folder and pid.
  std::map<std::tuple<std::string, uint64_t>, ProcessFiles> processes;
  Examples modes;
  for (const ProfileFile& file : files) {
    const size_t slash = file.name.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : file.name.substr(0, slash);
    const std::string name = slash == std::string::npos ? file.name : file.name.substr(slash + 1);
    if (const auto pid = PidIn(name, "", ".out")) {
      ProcessFiles& process = processes[{folder, *pid}];
      process.pid = *pid;
      process.profile = file;
      modes.emplace("simulation", file.name);
    } else if (const auto mapped = PidIn(name, "perf-", ".map")) {
      processes[{folder, *mapped}].perf_map = file;
    } else if (const auto described = PidIn(name, "environment-", ".json")) {
      processes[{folder, *described}].environment = file;
      set.environments.push_back(file);
    } else if (EndsWith(name, ".tgtrace")) {
      modes.emplace("tracegrind", file.name);
    } else if (EndsWith(name, ".MemtrackArtifact.msgpack")) {
      modes.emplace("memory", file.name);
    } else if (EndsWith("/" + folder, "/results") && EndsWith(name, ".json")) {
      set.results.push_back(file);
      modes.emplace("walltime", file.name);
    }
  }
  if (absl::Status status = CheckModes(modes, place); !status.ok()) return status;
  set.mode = modes.begin()->first == "walltime" ? ProfileMode::kWalltime : ProfileMode::kSimulation;
  for (auto& [key, process] : processes) {
    if (!process.profile.path.empty()) set.processes.push_back(std::move(process));
  }
  std::sort(set.results.begin(), set.results.end(),
            [](const ProfileFile& a, const ProfileFile& b) { return a.name < b.name; });
  return set;
}

}  // namespace benchcell::codspeed
