#include "runners/readiness/class_findings.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "runners/machine/fact_list.h"
#include "runners/machine/membership.h"

namespace benchcell {
namespace {

struct Reason {
  std::string_view fact;
  std::string_view why;
};

constexpr Reason kReasons[] = {
    {"platform", "what is built for one platform doesn't run on another"},
    {"processor_model", "a class of pinned hardware is of one processor"},
    {"emulated", "translated instructions say nothing of the processor"},
    {"virtualised", "a guest sees neither frequency nor neighbours"},
    {"logical_cpus", "a harness runs beside what it measures"},
    {"memory_bytes", "workloads with several workers need room"},
    {"governor", "others change the frequency with the load, so short runs see it rise"},
    {"turbo", "how far it goes depends on heat and on how many cores are busy"},
    {"power_source", "on battery the system slows down as it sees fit"},
    {"power_mode", "the system's trade of speed against power is part of the result"},
    {"smt", "two threads of a core share its units"},
    {"core_kind", "a workload that moves between kinds of cores has two speeds"},
    {"swap", "a page that comes back from a disk takes a hundred thousand times as long"},
    {"clock_source", "others take microseconds to read"},
};

std::string Why(const std::string& fact) {
  for (const Reason& reason : kReasons) {
    if (reason.fact == fact) return std::string(reason.why);
  }
  return "tables of the class are comparable only with it";
}

const Lack* FindLack(const std::vector<Lack>& lacks, const std::string& fact) {
  const auto found =
      std::find_if(lacks.begin(), lacks.end(), [&](const Lack& lack) { return lack.fact == fact; });
  return found == lacks.end() ? nullptr : &*found;
}

Finding Lacking(const Lack& lack) {
  return {Verdict::kLacks, lack.title, lack.found, lack.required, Why(lack.fact), lack.remedy};
}

}  // namespace

v1::MachineClass NearestClass(const std::vector<v1::MachineClass>& classes,
                              const v1::MachineFacts& facts) {
  const auto rank = [&](const v1::MachineClass& machine_class) {
    const std::vector<Lack> lacks = Unmet(machine_class, facts);
    return std::make_tuple(
        FindLack(lacks, "platform") != nullptr,
        std::count_if(lacks.begin(), lacks.end(), [](const Lack& lack) { return lack.hardware; }),
        lacks.size(), machine_class.name());
  };
  return *std::min_element(classes.begin(), classes.end(),
                           [&](const v1::MachineClass& one, const v1::MachineClass& other) {
                             return rank(one) < rank(other);
                           });
}

std::vector<Finding> ClassFindings(const v1::MachineClass& machine_class,
                                   const v1::MachineFacts& facts) {
  const std::vector<Lack> unmet = Unmet(machine_class, facts);
  const std::vector<Lack> wishes = UnmetWishes(machine_class, facts);
  std::vector<Finding> findings;
  std::set<std::string> seen;
  const auto add = [&](const std::string& name) {
    if (!seen.insert(name).second) return;
    if (const Lack* lack = FindLack(unmet, name); lack != nullptr) {
      findings.push_back(Lacking(*lack));
    } else if (const Lack* wish = FindLack(wishes, name); wish != nullptr) {
      Finding finding = Lacking(*wish);
      finding.wanted += " (a wish of the class)";
      // Many machines have no such thing, and nothing could be done about it.
      if (FindFact(facts, name)->value.empty()) finding.verdict = Verdict::kUnknown;
      findings.push_back(finding);
    } else {
      const Fact fact = FindFact(facts, name).value_or(Fact());
      Finding good;
      good.what = fact.title;
      good.found = fact.value.empty() ? "nothing of the kind" : fact.shown;
      findings.push_back(good);
    }
  };
  for (const v1::Requirement& requirement : machine_class.required()) add(requirement.fact());
  for (const v1::Requirement& requirement : machine_class.wished()) add(requirement.fact());
  return findings;
}

}  // namespace benchcell
