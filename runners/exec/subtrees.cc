#include <algorithm>

#include "runners/exec/process_table.h"

namespace benchcell {

std::vector<ProcessEntry> Subtrees(const std::vector<ProcessEntry>& table,
                                   const std::vector<pid_t>& roots) {
  std::vector<bool> taken(table.size(), false);
  std::vector<ProcessEntry> members;
  const auto contains = [&](pid_t pid) {
    return std::any_of(members.begin(), members.end(),
                       [&](const ProcessEntry& member) { return member.pid == pid; });
  };
  for (size_t i = 0; i < table.size(); ++i) {
    taken[i] = std::find(roots.begin(), roots.end(), table[i].pid) != roots.end();
    if (taken[i]) members.push_back(table[i]);
  }
  // Process ids wrap around, so a child may stand before its parent: go on until nothing is added.
  for (bool added = true; added;) {
    added = false;
    for (size_t i = 0; i < table.size(); ++i) {
      if (taken[i] || !contains(table[i].parent)) continue;
      taken[i] = added = true;
      members.push_back(table[i]);
    }
  }
  return members;
}

}  // namespace benchcell
