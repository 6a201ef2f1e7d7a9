#include "runners/machine/membership.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "re2/re2.h"
#include "runners/machine/fact_list.h"

namespace benchcell {
namespace {

bool Meets(const v1::Requirement& requirement, const std::string& value) {
  if (requirement.has_be_unset()) return value.empty();
  if (value.empty()) return requirement.or_unset();
  uint64_t number = 0;
  switch (requirement.must_case()) {
    case v1::Requirement::kEqual:
      return value == requirement.equal();
    case v1::Requirement::kDifferFrom:
      return value != requirement.differ_from();
    case v1::Requirement::kMatch:
      return RE2::FullMatch(value, requirement.match());
    case v1::Requirement::kBeAtLeast:
      return absl::SimpleAtoi(value, &number) && number >= requirement.be_at_least();
    default:
      return false;
  }
}

std::string RequiredText(const v1::Requirement& requirement) {
  switch (requirement.must_case()) {
    case v1::Requirement::kEqual:
      return ShownValue(requirement.fact(), requirement.equal());
    case v1::Requirement::kDifferFrom:
      // Switches have but one other word.
      if (requirement.differ_from() == "on") return "off";
      if (requirement.differ_from() == "off") return "on";
      return absl::StrCat("anything but ",
                          ShownValue(requirement.fact(), requirement.differ_from()));
    case v1::Requirement::kMatch:
      return absl::StrCat("a match of `", requirement.match(), "`");
    case v1::Requirement::kBeAtLeast:
      return absl::StrCat("at least ",
                          ShownValue(requirement.fact(), absl::StrCat(requirement.be_at_least())));
    default:
      return "none";
  }
}

template <typename Requirements>
std::vector<Lack> LacksOf(const Requirements& requirements, const v1::MachineFacts& facts) {
  std::vector<Lack> lacks;
  for (const v1::Requirement& requirement : requirements) {
    // ParseClass has refused names of no fact.
    const Fact fact = FindFact(facts, requirement.fact()).value_or(Fact());
    if (Meets(requirement, fact.value)) continue;
    lacks.push_back({requirement.fact(), fact.title, fact.shown, RequiredText(requirement),
                     requirement.remedy(), requirement.hardware()});
  }
  return lacks;
}

std::string Wish(const Lack& lack) {
  return absl::StrCat(lack.title, " is ", lack.found, ", ", lack.required, " is wished");
}

}  // namespace

std::vector<Lack> Unmet(const v1::MachineClass& machine_class, const v1::MachineFacts& facts) {
  return LacksOf(machine_class.required(), facts);
}

std::vector<Lack> UnmetWishes(const v1::MachineClass& machine_class,
                              const v1::MachineFacts& facts) {
  const std::vector<Lack> unmet = Unmet(machine_class, facts);
  std::vector<Lack> wishes = LacksOf(machine_class.wished(), facts);
  wishes.erase(std::remove_if(wishes.begin(), wishes.end(),
                              [&](const Lack& wish) {
                                return std::any_of(
                                    unmet.begin(), unmet.end(),
                                    [&](const Lack& lack) { return lack.fact == wish.fact; });
                              }),
               wishes.end());
  return wishes;
}

std::string Describe(const Lack& lack) {
  return absl::StrCat(lack.title, " is ", lack.found, ", ", lack.required, " is required");
}

std::vector<std::string> ClassCaptions(const std::string& name,
                                       const v1::MachineClass& machine_class,
                                       const v1::MachineFacts& facts) {
  std::vector<std::string> captions;
  const std::vector<Lack> unmet = Unmet(machine_class, facts);
  const auto joined = [](const std::vector<Lack>& lacks, auto describe) {
    return absl::StrJoin(lacks, "; ", [&](std::string* out, const Lack& lack) {
      absl::StrAppend(out, describe(lack));
    });
  };
  if (!unmet.empty()) {
    captions.push_back(
        absl::StrCat(name, " is no ", machine_class.name(), ": ", joined(unmet, Describe), "."));
  }
  const std::vector<Lack> wishes = UnmetWishes(machine_class, facts);
  if (!wishes.empty()) {
    captions.push_back(absl::StrCat(name, " could be steadier: ", joined(wishes, Wish), "."));
  }
  // A machine that isn't of the class is neither.
  if (!unmet.empty() || machine_class.observed().empty()) return captions;
  captions.push_back(absl::StrCat(
      name, " is observed, not pinned: ",
      absl::StrJoin(machine_class.observed(), "; ",
                    [](std::string* out, const v1::Observation& observation) {
                      absl::StrAppend(out, observation.what(),
                                      " can't be fixed (recorded instead: ", observation.instead(),
                                      ")");
                    }),
      "."));
  return captions;
}

}  // namespace benchcell
