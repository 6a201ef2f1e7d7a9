#include "runners/tune/tuner.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {

absl::Status Tuner::Recover() {
  ASSIGN_OR_RETURN(changes_, parts_.journal.Load());
  if (changes_.empty()) return absl::OkStatus();
  parts_.log(absl::StrCat("putting back ", changes_.size(),
                          " settings of the machine that an agent left behind"));
  End();
  return absl::OkStatus();
}

absl::Status Tuner::Begin() {
  // What couldn't be put back before.
  End();
  std::vector<Change> changes = changes_;
  std::vector<Change> to_do;
  for (const Target& target : parts_.targets) {
    const std::optional<std::string> now = parts_.settings.Read(target.setting);
    if (!now.has_value() || *now == target.value) continue;
    to_do.push_back({target.setting, *now, target.value});
    const auto left = std::find_if(changes.begin(), changes.end(), [&](const Change& change) {
      return change.setting == target.setting;
    });
    // The first of the old values is the one to go back to.
    if (left == changes.end()) changes.push_back(to_do.back());
  }
  RETURN_IF_ERROR(Annotate(parts_.journal.Save(changes), "the machine isn't tuned"));
  changes_ = std::move(changes);
  for (const Change& change : to_do) {
    const absl::Status status = parts_.settings.Write(change.setting, change.tuned);
    if (!status.ok()) Say(absl::StrCat("not tuned: ", std::string(status.message())));
  }
  in_force_ = true;
  return absl::OkStatus();
}

void Tuner::End() {
  in_force_ = false;
  if (changes_.empty()) return;
  std::vector<Change> left = Undo(changes_);
  if (left == changes_) return;
  changes_ = std::move(left);
  const absl::Status status = parts_.journal.Save(changes_);
  if (!status.ok()) Say(std::string(status.message()));
}

std::vector<Change> Tuner::Undo(const std::vector<Change>& changes) {
  std::vector<Change> left;
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    const std::optional<std::string> now = parts_.settings.Read(change->setting);
    if (now == change->before) continue;
    if (now != change->tuned) {
      Say(absl::StrCat(change->setting, " was ", change->before, ", then tuned to ", change->tuned,
                       ", and is ", now.value_or("gone"),
                       " now: somebody else set it, so it stays as it is"));
      continue;
    }
    const absl::Status status = parts_.settings.Write(change->setting, change->before);
    if (status.ok()) continue;
    Say(absl::StrCat("not put back to ", change->before, ": ", std::string(status.message())));
    left.push_back(*change);
  }
  std::reverse(left.begin(), left.end());
  return left;
}

void Tuner::Say(const std::string& line) {
  if (said_.insert(line).second) parts_.log(line);
}

}  // namespace benchcell
