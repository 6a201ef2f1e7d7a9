#include "runners/machine/nearest_machine.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

// The nearest with all it lacks, and so many more with a number.
constexpr size_t kMoreShown = 2;

// `a linux-x64`, `an apple-m4-pro`.
std::string WithArticle(const std::string& name) {
  constexpr std::string_view kVowels = "aeiou";
  const bool vowel = !name.empty() && kVowels.find(name[0]) != kVowels.npos;
  return absl::StrCat(vowel ? "an " : "a ", name);
}

// What is built for one platform doesn't run on another.
bool IsOtherPlatform(const Candidate& candidate) {
  return std::any_of(candidate.lacks.begin(), candidate.lacks.end(),
                     [](const Lack& lack) { return lack.fact == "platform"; });
}

size_t HardwareLacks(const Candidate& candidate) {
  return std::count_if(candidate.lacks.begin(), candidate.lacks.end(),
                       [](const Lack& lack) { return lack.hardware; });
}

}  // namespace

std::vector<Candidate> Nearest(const v1::MachineClass& machine_class,
                               const std::vector<NamedMachine>& machines) {
  std::vector<Candidate> candidates;
  candidates.reserve(machines.size());
  for (const NamedMachine& machine : machines) {
    candidates.push_back({machine.name, Unmet(machine_class, machine.facts)});
  }
  const auto rank = [](const Candidate& candidate) {
    return std::make_tuple(IsOtherPlatform(candidate), HardwareLacks(candidate),
                           candidate.lacks.size(), candidate.name);
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
  return candidates;
}

absl::Status CheckAnyOfClass(const v1::MachineClass& machine_class,
                             const std::vector<NamedMachine>& machines) {
  if (machines.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "no machine is enrolled, and the experiment asks for ", WithArticle(machine_class.name()),
        " (", machine_class.title(), "): start `benchcell agent` on one"));
  }
  const std::vector<Candidate> candidates = Nearest(machine_class, machines);
  // One that lacks nothing lacks no hardware either, so it stands first.
  if (candidates.front().lacks.empty()) return absl::OkStatus();
  std::string text = absl::StrCat("no enrolled machine is ", WithArticle(machine_class.name()),
                                  ": nearest is ", candidates.front().name, ", which lacks:");
  for (const Lack& lack : candidates.front().lacks) {
    absl::StrAppend(&text, "\n  ", Describe(lack), " (", lack.remedy, ")");
  }
  const size_t shown = std::min(candidates.size(), 1 + kMoreShown);
  for (size_t i = 1; i < shown; ++i) {
    absl::StrAppend(&text, i == 1 ? "\nthen " : ", ", candidates[i].name, " (lacks ",
                    candidates[i].lacks.size(), ")");
  }
  if (candidates.size() > shown) {
    absl::StrAppend(&text, " and ", candidates.size() - shown, " more");
  }
  absl::StrAppend(&text,
                  "\n--any-machine measures without regard to the class, with what differs under "
                  "the table");
  return absl::FailedPreconditionError(text);
}

}  // namespace benchcell
