#include "runners/machine/membership.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

struct Case {
  const char* requirement;
  const char* facts;
  // What is lacking; empty: met.
  const char* lack;
};

TEST(Unmet, HoldsEachKindOfRequirementAgainstItsFact) {
  const Case cases[] = {
      {"fact: 'turbo' equal: 'off'", "turbo: OFF", ""},
      {"fact: 'turbo' equal: 'off'", "turbo: ON", "turbo is on, off is required"},
      {"fact: 'turbo' equal: 'off'", "", "turbo is unknown, off is required"},
      {"fact: 'turbo' equal: 'off' or_unset: true", "", ""},
      {"fact: 'turbo' equal: 'off' or_unset: true", "turbo: ON", "turbo is on, off is required"},
      {"fact: 'power_source' differ_from: 'battery'", "power_source: 'mains'", ""},
      {"fact: 'power_source' differ_from: 'battery'", "power_source: 'battery'",
       "power source is battery, anything but battery is required"},
      {"fact: 'power_source' differ_from: 'battery'", "",
       "power source is unknown, anything but battery is required"},
      {"fact: 'turbo' differ_from: 'on'", "turbo: ON", "turbo is on, off is required"},
      {"fact: 'aslr' differ_from: 'off'", "aslr: OFF", "ASLR is off, on is required"},
      {"fact: 'kernel' match: '6[.]1[.].*'", "kernel: '6.1.0-18-amd64'", ""},
      // The whole value, not a part of it.
      {"fact: 'kernel' match: '6[.]1'", "kernel: '6.1.0'",
       "kernel is 6.1.0, a match of `6[.]1` is required"},
      {"fact: 'logical_cpus' be_at_least: 4", "logical_cpus: 4", ""},
      {"fact: 'logical_cpus' be_at_least: 4", "logical_cpus: 3",
       "number of logical processors is 3, at least 4 is required"},
      {"fact: 'memory_bytes' be_at_least: 8589934592", "memory_bytes: 4294967296",
       "memory is 4.0 GiB, at least 8.0 GiB is required"},
      {"fact: 'core_kind' be_unset: true", "", ""},
      {"fact: 'core_kind' be_unset: true", "core_kind { name: 'performance' logical_cpus: 8 }",
       "core mix is 8 performance, none is required"},
      {"fact: 'governor' equal: 'performance'", "governor: 'performance + powersave'",
       "governor is performance + powersave, performance is required"},
  };
  for (const Case& one : cases) {
    const auto lacks =
        Unmet(ClassFrom(std::string("required { ") + one.requirement + " }"), FactsFrom(one.facts));
    EXPECT_EQ(lacks.empty() ? "" : Describe(lacks[0]), one.lack)
        << one.requirement << " / " << one.facts;
  }
}

TEST(Unmet, GivesWhatIsInTheClassInItsOrder) {
  const auto lacks = Unmet(ClassFrom(R"(
    required { fact: "virtualised" equal: "off" hardware: true remedy: "leave it" }
    required { fact: "smt" equal: "off" remedy: "turn it off" })"),
                           FactsFrom("virtualised: ON smt: ON"));
  ASSERT_EQ(lacks.size(), 2);
  EXPECT_EQ(lacks[0].fact, "virtualised");
  EXPECT_EQ(lacks[0].title, "virtualisation");
  EXPECT_TRUE(lacks[0].hardware);
  EXPECT_EQ(lacks[1].found, "on");
  EXPECT_EQ(lacks[1].required, "off");
  EXPECT_EQ(lacks[1].remedy, "turn it off");
  EXPECT_FALSE(lacks[1].hardware);
}

const char kClass[] = R"(
  name: "lab"
  required { fact: "turbo" differ_from: "on" or_unset: true }
  wished { fact: "turbo" equal: "off" }
  wished { fact: "swap" equal: "off" }
  observed { what: "frequency" instead: "heat" }
  observed { what: "placement" instead: "core mix" })";

TEST(UnmetWishes, LeaveOutWhatIsRequiredAndLackingAnyway) {
  const auto facts_of = [](const std::string& facts) {
    std::string text;
    for (const Lack& lack : UnmetWishes(ClassFrom(kClass), FactsFrom(facts))) {
      text += lack.fact + " ";
    }
    return text;
  };
  EXPECT_EQ(facts_of("turbo: ON swap: ON"), "swap ");
  EXPECT_EQ(facts_of("swap: ON"), "turbo swap ");
  EXPECT_EQ(facts_of("turbo: OFF swap: OFF"), "");
}

TEST(ClassCaptions, AMachineOfTheClassIsObservedWhereNothingCanBeFixed) {
  const std::vector<std::string> expected = {
      "This machine could be steadier: swap is on, off is wished.",
      "This machine is observed, not pinned: frequency can't be fixed (recorded instead: heat); "
      "placement can't be fixed (recorded instead: core mix)."};
  EXPECT_EQ(ClassCaptions("This machine", ClassFrom(kClass), FactsFrom("turbo: OFF swap: ON")),
            expected);
}

TEST(ClassCaptions, AnotherMachineIsToldItsDifferences) {
  const std::vector<std::string> expected = {
      "The machine m is no lab: turbo is on, off is required; SMT is on, off is required."};
  EXPECT_EQ(ClassCaptions("The machine m", ClassFrom(R"(
    name: "lab"
    required { fact: "turbo" equal: "off" }
    required { fact: "smt" equal: "off" }
    observed { what: "frequency" instead: "heat" })"),
                          FactsFrom("turbo: ON smt: ON")),
            expected);
}

TEST(ClassCaptions, APinnedMachineNeedsNoWords) {
  EXPECT_TRUE(ClassCaptions("This machine",
                            ClassFrom("name: 'lab' required { fact: 'smt' equal: 'off' }"),
                            FactsFrom("smt: OFF"))
                  .empty());
}

}  // namespace
}  // namespace benchcell
