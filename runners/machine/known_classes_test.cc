// The classes themselves: which machines are of them, which are not and why.

#include "runners/machine/known_classes.h"

#include "gtest/gtest.h"
#include "runners/machine/membership.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

const char kServer[] = R"(
  platform: "linux-x64" processor_model: "AMD EPYC 9354P 32-Core Processor" logical_cpus: 32
  physical_cores: 32 memory_bytes: 137438953472 governor: "performance" turbo: OFF smt: OFF aslr: ON
  virtualised: OFF emulated: OFF swap: OFF clock_source: "tsc")";

const char kMacMini[] = R"(
  platform: "darwin-arm64" processor_model: "Apple M4 Pro" logical_cpus: 12 physical_cores: 12
  memory_bytes: 25769803776 smt: OFF virtualised: OFF emulated: OFF power_source: "mains"
  power_mode: "automatic" core_kind { name: "performance" logical_cpus: 8 }
  core_kind { name: "efficiency" logical_cpus: 4 })";

// Facts that are lacking, and after a bar those wished for in vain.
std::string Lacks(const std::string& name, const v1::MachineFacts& facts) {
  const auto machine_class = FindClass(name);
  EXPECT_TRUE(machine_class.ok()) << machine_class.status();
  std::string text;
  for (const Lack& lack : Unmet(*machine_class, facts)) text += lack.fact + " ";
  text += "|";
  for (const Lack& lack : UnmetWishes(*machine_class, facts)) text += " " + lack.fact;
  return text;
}

std::string Lacks(const std::string& name, const std::string& facts, const std::string& change) {
  v1::MachineFacts whole = FactsFrom(facts);
  whole.MergeFrom(FactsFrom(change));
  return Lacks(name, whole);
}

TEST(KnownClasses, AreThoseOfToolchainsPlatforms) {
  EXPECT_EQ(KnownClassNames(),
            (std::vector<std::string>{"apple-m4-pro", "linux-arm64", "linux-x64"}));
}

TEST(FindClass, NamesTheNearestOfAnUnknownOne) {
  const absl::Status status = FindClass("linux-amd64").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "unknown machine class \"linux-amd64\"; expected one of \"apple-m4-pro\", "
            "\"linux-arm64\", \"linux-x64\" (nearest valid name: \"linux-arm64\")");
}

TEST(LinuxX64, ATunedServerIsOfIt) { EXPECT_EQ(Lacks("linux-x64", kServer, ""), "|"); }

TEST(LinuxX64, AVirtualMachineIsNot) {
  EXPECT_EQ(Lacks("linux-x64", FactsFrom(R"(
    platform: "linux-x64" processor_model: "AMD EPYC" logical_cpus: 2 memory_bytes: 8589934592
    smt: OFF aslr: ON virtualised: ON emulated: OFF swap: OFF clock_source: "kvm-clock")")),
            "virtualised logical_cpus | turbo clock_source");
}

TEST(LinuxX64, EachSettingCounts) {
  const std::pair<const char*, const char*> changes[] = {
      {"governor: 'powersave'", "governor |"},
      {"governor: 'performance + schedutil'", "governor |"},
      {"turbo: ON", "turbo |"},
      {"virtualised: ON", "virtualised |"},
      {"emulated: ON", "emulated |"},
      {"power_source: 'battery'", "power_source |"},
      {"power_source: 'mains'", "|"},
      {"aslr: OFF", "|"},
      {"smt: ON", "| smt"},
      {"swap: ON", "| swap"},
      {"clock_source: 'hpet'", "| clock_source"},
      {"core_kind { name: 'performance' logical_cpus: 4 }", "| core_kind"},
      {"logical_cpus: 2", "logical_cpus |"},
      {"memory_bytes: 4294967296", "memory_bytes |"},
      {"platform: 'linux-arm64'", "platform |"},
  };
  for (const auto& [change, lacks] : changes) {
    EXPECT_EQ(Lacks("linux-x64", kServer, change), lacks) << change;
  }
}

TEST(LinuxX64, AMachineWithoutGovernorAndTurboSwitchIsOfItAndSaysSo) {
  v1::MachineFacts facts = FactsFrom(kServer);
  facts.clear_governor();
  facts.clear_turbo();
  EXPECT_EQ(Lacks("linux-x64", facts), "| turbo");
}

TEST(KnownClasses, NoneTakesAMachineThatIsEmulatedOrMayBe) {
  for (const v1::MachineClass& machine_class : KnownClasses()) {
    for (const v1::Switch emulated : {v1::ON, v1::UNKNOWN}) {
      v1::MachineFacts facts =
          FactsFrom(machine_class.name() == "apple-m4-pro" ? kMacMini : kServer);
      if (machine_class.name() == "linux-arm64") facts.set_platform("linux-arm64");
      ASSERT_EQ(Lacks(machine_class.name(), facts).rfind('|', 0), 0u) << machine_class.name();
      facts.set_emulated(emulated);
      EXPECT_EQ(Lacks(machine_class.name(), facts).rfind("emulated |", 0), 0u)
          << machine_class.name();
    }
  }
}

TEST(LinuxX64, WhetherItIsEmulatedOrVirtualisedMustBeKnown) {
  v1::MachineFacts facts = FactsFrom(kServer);
  facts.clear_emulated();
  facts.clear_virtualised();
  EXPECT_EQ(Lacks("linux-x64", facts), "emulated virtualised |");
}

TEST(LinuxArm64, ServersAndBoards) {
  const char kAltra[] = R"(
    platform: "linux-arm64" logical_cpus: 4 memory_bytes: 137438953472 governor: "performance"
    turbo: OFF smt: OFF virtualised: OFF emulated: OFF swap: OFF clock_source: "arch_sys_counter")";
  EXPECT_EQ(Lacks("linux-arm64", kAltra, ""), "|");
  EXPECT_EQ(Lacks("linux-arm64", kAltra, "governor: 'ondemand' swap: ON"), "governor | swap");
  EXPECT_EQ(Lacks("linux-arm64", kAltra, "emulated: ON"), "emulated |");
  EXPECT_EQ(Lacks("linux-x64", kAltra, ""), "platform | clock_source");
}

TEST(AppleM4Pro, AMacMiniIsObserved) {
  EXPECT_EQ(Lacks("apple-m4-pro", kMacMini, ""), "|");
  const std::vector<std::string> captions =
      ClassCaptions("This machine", *FindClass("apple-m4-pro"), FactsFrom(kMacMini));
  ASSERT_EQ(captions.size(), 1);
  EXPECT_EQ(captions[0].substr(0, 69),
            "This machine is observed, not pinned: the processors' frequency can't");
}

TEST(AppleM4Pro, EachSettingCounts) {
  const std::pair<const char*, const char*> changes[] = {
      {"processor_model: 'Apple M4 Max'", "processor_model |"},
      {"power_source: 'battery'", "power_source |"},
      {"power_mode: 'low power'", "power_mode |"},
      {"power_mode: 'high power'", "| power_mode"},
      {"virtualised: ON", "virtualised |"},
      {"emulated: ON", "emulated |"},
      {"logical_cpus: 14", "|"},
  };
  for (const auto& [change, lacks] : changes) {
    EXPECT_EQ(Lacks("apple-m4-pro", kMacMini, change), lacks) << change;
  }
}

}  // namespace
}  // namespace benchcell
