#include "plugins/node_core/check_set.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/node_core/cells.h"
#include "plugins/node_core/failure.h"

namespace benchcell::node_core {
namespace {

bool IsSame(const std::string& asked, const std::string& taken) {
  if (asked == taken) return true;
  double first = 0;
  double second = 0;
  return absl::SimpleAtod(asked, &first) && absl::SimpleAtod(taken, &second) && first == second;
}

absl::Status CheckValues(const SetKey& key, const Findings& findings) {
  for (const Configuration& configuration : findings.configurations) {
    for (const std::string& argument : configuration.arguments) {
      const auto [name, taken] = SplitArgument(argument);
      if (name != key.key) continue;
      const bool asked =
          std::any_of(key.value.begin(), key.value.end(),
                      [&](const std::string& value) { return IsSame(value, taken); });
      if (asked) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "set: ", findings.file, " takes ", key.key, "=", absl::StrJoin(key.value, "|"), " as ",
          taken, "; expected a value of the type that the file declares"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSet(const std::vector<SetKey>& keys, const std::vector<Findings>& findings) {
  std::set<std::string> known;
  for (const Findings& one : findings) known.insert(one.keys.begin(), one.keys.end());
  for (const SetKey& key : keys) {
    // Without any, it is the files that something is wrong with.
    if (!known.empty() && !known.contains(key.key) && key.key != kHttpTool) {
      return absl::InvalidArgumentError(
          absl::StrCat("set: no benchmark of this experiment has a key ", key.key, "; they have ",
                       absl::StrJoin(known, ", ")));
    }
    for (const Findings& one : findings) {
      if (absl::Status status = CheckValues(key, one); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace benchcell::node_core
