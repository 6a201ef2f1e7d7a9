// Whether a run was warm or cold, from what lay in the caches before and after it.

#ifndef BENCHCELL_PLUGINS_VITEST_CACHE_STATE_H_
#define BENCHCELL_PLUGINS_VITEST_CACHE_STATE_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell::vitest {

struct FileStamp {
  uint64_t size = 0;
  int64_t modified_ns = 0;

  bool operator==(const FileStamp&) const = default;
};

// Files by path.
using Listing = std::map<std::string, FileStamp>;

// Reads lines of `SIZE MTIME_NS PATH`; INVALID_ARGUMENT names the line that isn't one.
absl::StatusOr<Listing> ParseListing(const std::string& text);

// OK if a run with these listings was in the state that was asked for: a cold one found no file in
// any cache; a warm one found vitest's own notes of the run before and, with the module cache on,
// transformed modules, of which it wrote none anew; and there are transformed modules if and only
// if the module cache is on. FAILED_PRECONDITION says what was found instead.
absl::Status CheckCacheState(const Listing& before, const Listing& after, bool warm,
                             bool fs_module_cache);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_CACHE_STATE_H_
