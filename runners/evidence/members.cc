#include "runners/evidence/members.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace benchcell {

std::string RawMember(const std::string& sha256) { return absl::StrCat("raw/", sha256); }

std::string InputMember(const std::string& sha256) {
  return absl::StrCat("inputs/", sha256, ".tar");
}

bool IsRaw(const Subject& subject) { return subject.name == RawMember(subject.sha256); }

bool IsInput(const Subject& subject) { return subject.name == InputMember(subject.sha256); }

bool IsMember(const Subject& subject) {
  return IsRaw(subject) || IsInput(subject) ||
         std::find(std::begin(kFixedMembers), std::end(kFixedMembers), subject.name) !=
             std::end(kFixedMembers);
}

}  // namespace benchcell
