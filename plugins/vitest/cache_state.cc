#include "plugins/vitest/cache_state.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace benchcell::vitest {
namespace {

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// A module that vitest transformed, named by its digest; notes beside them begin with an
// underscore.
bool IsModule(const std::string& path) {
  if (!absl::StrContains(path, "/.vitest-cache/") &&
      !absl::StrContains(path, "/.experimental-vitest-cache/")) {
    return false;
  }
  const std::string name = BaseName(path);
  return name.front() != '_' && name != "CACHEDIR.TAG";
}

// Vitest's notes on how long each test file took, written by every run in every version.
bool IsRunNote(const std::string& path) { return BaseName(path) == "results.json"; }

Listing ModulesOf(const Listing& listing) {
  Listing modules;
  for (const auto& [path, stamp] : listing) {
    if (IsModule(path)) modules[path] = stamp;
  }
  return modules;
}

bool HasRunNote(const Listing& listing) {
  for (const auto& [path, stamp] : listing) {
    if (IsRunNote(path)) return true;
  }
  return false;
}

absl::Status CheckCold(const Listing& before) {
  if (before.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "a cold run was not cold: found ", before.size(),
      " files in the caches before it, the first is ", before.begin()->first, "; expected none"));
}

absl::Status CheckWarm(const Listing& before, const Listing& modules_before,
                       const Listing& modules_after, bool fs_module_cache) {
  if (!HasRunNote(before)) {
    return absl::FailedPreconditionError(
        absl::StrCat("a warm run was not warm: found no results.json of a run before it among ",
                     before.size(), " files in the caches; expected one"));
  }
  if (!fs_module_cache) return absl::OkStatus();
  std::vector<std::string> written;
  for (const auto& [path, stamp] : modules_after) {
    const auto earlier = modules_before.find(path);
    if (earlier == modules_before.end() || earlier->second != stamp) written.push_back(path);
  }
  if (written.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("a warm run was not warm: it wrote ", written.size(), " of ",
                   modules_after.size(), " modules into the cache, the first is ", written.front(),
                   "; expected none, as the cache "
                   "held ",
                   modules_before.size(), " before it"));
}

}  // namespace

absl::StatusOr<Listing> ParseListing(const std::string& text) {
  Listing listing;
  for (const auto& part : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::string line(part);
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(' ', 2));
    FileStamp stamp;
    if (fields.size() != 3 || fields[2].empty() || !absl::SimpleAtoi(fields[0], &stamp.size) ||
        !absl::SimpleAtoi(fields[1], &stamp.modified_ns)) {
      return absl::InvalidArgumentError(
          absl::StrCat("found the line \"", line, "\", expected SIZE MTIME_NS PATH"));
    }
    listing[fields[2]] = stamp;
  }
  return listing;
}

absl::Status CheckCacheState(const Listing& before, const Listing& after, bool warm,
                             bool fs_module_cache) {
  const Listing modules_before = ModulesOf(before);
  const Listing modules_after = ModulesOf(after);
  const absl::Status state =
      warm ? CheckWarm(before, modules_before, modules_after, fs_module_cache) : CheckCold(before);
  if (!state.ok()) return state;
  if (modules_after.empty() != fs_module_cache) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("fsModuleCache is ", fs_module_cache ? "true" : "false", ", but ",
                   modules_after.size(), " modules are in the cache after the run"));
}

}  // namespace benchcell::vitest
