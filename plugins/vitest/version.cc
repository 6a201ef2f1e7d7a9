#include "plugins/vitest/version.h"

#include "absl/strings/str_cat.h"
#include "re2/re2.h"

namespace benchcell::vitest {
namespace {

std::string Text(const Version& version) {
  return absl::StrCat(version.major, ".", version.minor, ".", version.patch);
}

// What the releases' package.json say under "engines".
bool RunsOn(const Version& vitest, const Version& node) {
  if (vitest.major == 4) return node.major == 20 || node.major == 22 || node.major >= 24;
  return (node.major == 22 && node >= Version{22, 12, 0}) || node.major == 24 || node.major >= 26;
}

}  // namespace

absl::StatusOr<Version> ParseVersion(const std::string& text) {
  static const RE2& pattern = *new RE2(R"((\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-[0-9A-Za-z.-]+)?)");
  Version version;
  if (RE2::FullMatch(text, pattern, &version.major, &version.minor, &version.patch)) {
    return version;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("found version \"", text, "\", expected three numbers as in 5.1.0"));
}

absl::Status CheckSupported(const Version& vitest, const Version& node) {
  if (vitest < Version{4, 1, 0} || vitest.major > 5) {
    return absl::InvalidArgumentError(
        absl::StrCat("vitest ", Text(vitest),
                     " is not supported: expected 4.1 or a later 4.x, or 5.x; pin one of those"));
  }
  if (!RunsOn(vitest, node)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vitest ", Text(vitest), " does not support node ", Text(node), ": expected ",
        vitest.major == 4 ? "20, 22, 24 or later" : "22.12 or a later 22, 24, 26 or later"));
  }
  return absl::OkStatus();
}

}  // namespace benchcell::vitest
