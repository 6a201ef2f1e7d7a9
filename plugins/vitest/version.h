// Versions of vitest and node, and what each can do.

#ifndef BENCHCELL_PLUGINS_VITEST_VERSION_H_
#define BENCHCELL_PLUGINS_VITEST_VERSION_H_

#include <compare>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell::vitest {

// Without the part after a dash: a prerelease is spelled like the release that it precedes.
struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;

  auto operator<=>(const Version&) const = default;
};

// `5.1.0` or `5.1.0-beta.1`; INVALID_ARGUMENT for anything else.
absl::StatusOr<Version> ParseVersion(const std::string& text);

// OK if this plugin knows how to write a config for this vitest, and this vitest supports this
// node; else what was found and what is possible.
absl::Status CheckSupported(const Version& vitest, const Version& node);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_VERSION_H_
