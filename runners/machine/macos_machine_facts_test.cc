#include "runners/machine/macos_machine_facts.h"

#include <map>

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "runners/machine/small_file.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

using ::google::protobuf::util::MessageDifferencer;

std::map<std::string, std::string> RecordedMac() {
  const std::string folder = "runners/machine/testdata/m4_pro/";
  const auto read = [&](const char* file) { return ReadSmallFile(folder + file).value_or(""); };
  return {{kSysctlCommand, read("sysctl.txt")},
          {kPowerModeCommand, read("pmset.txt")},
          {kPowerSourceCommand, read("pmset_batt.txt")}};
}

absl::StatusOr<v1::MachineFacts> Read(std::map<std::string, std::string> answers,
                                      const std::string& built_for = "arm64") {
  const auto output = [&](const std::string& command) { return answers[command]; };
  return MacosMachineFacts(output, built_for).Read();
}

TEST(MacosMachineFacts, ReadsAMacMini) {
  const auto facts = Read(RecordedMac());
  ASSERT_TRUE(facts.ok()) << facts.status();
  const std::string expected =
      ReadSmallFile("runners/machine/testdata/m4_pro/facts.textproto").value_or("no such file");
  EXPECT_TRUE(MessageDifferencer::Equals(*facts, FactsFrom(expected))) << facts->DebugString();
}

TEST(MacosMachineFacts, AnX64ProgramOnAnAppleChipIsTranslated) {
  EXPECT_EQ(Read(RecordedMac(), "x64")->emulated(), v1::ON);
  EXPECT_EQ(Read({{kSysctlCommand, "hw.logicalcpu: 8\nhw.physicalcpu: 4\n"}}, "x64")->emulated(),
            v1::OFF);
}

TEST(MacosMachineFacts, WhatIsNotToldIsUnset) {
  const auto facts = Read({{kSysctlCommand, "hw.logicalcpu: 8\n"}});
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_TRUE(MessageDifferencer::Equals(
      *facts, FactsFrom("platform: 'darwin-arm64' logical_cpus: 8 emulated: OFF")))
      << facts->DebugString();
}

TEST(MacosMachineFacts, AGuestIsVirtualised) {
  EXPECT_EQ(Read({{kSysctlCommand, "hw.logicalcpu: 4\nkern.hv_vmm_present: 1\n"}})->virtualised(),
            v1::ON);
}

TEST(MacosMachineFacts, TextsAreMadePlain) {
  EXPECT_EQ(Read({{kSysctlCommand, "hw.logicalcpu: 8\nhw.model: Mac\xAE\n"}})->product(),
            "Mac\uFFFD");
}

TEST(MacosMachineFacts, RefusesToGuessTheNumberOfProcessors) {
  EXPECT_EQ(Read({}).status().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Read({{kSysctlCommand, "hw.logicalcpu: many\n"}}).status().code(),
            absl::StatusCode::kInternal);
}

TEST(MacosPowerSource, TellsMainsFromBattery) {
  EXPECT_EQ(MacosPowerSource("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%;\n"),
            "mains");
  EXPECT_EQ(MacosPowerSource("Now drawing from 'Battery Power'\n"), "battery");
  EXPECT_EQ(MacosPowerSource("Now drawing from 'UPS Power'\n"), "");
  EXPECT_EQ(MacosPowerSource(""), "");
}

TEST(MacosPowerMode, ReadsEveryNameOfTheSetting) {
  EXPECT_EQ(MacosPowerMode(" lowpowermode         0\n"), "automatic");
  EXPECT_EQ(MacosPowerMode(" lowpowermode         1\n"), "low power");
  EXPECT_EQ(MacosPowerMode(" powermode            0\n"), "automatic");
  EXPECT_EQ(MacosPowerMode(" powermode            1\n"), "low power");
  EXPECT_EQ(MacosPowerMode(" powermode            2\n"), "high power");
  EXPECT_EQ(MacosPowerMode(" lowpowermode 0\n highpowermode 1\n"), "high power");
  EXPECT_EQ(MacosPowerMode(" sleep 1 (sleep prevented by lowpowermode 1)\n"), "");
}

TEST(RunCommand, GivesStandardOutputOnly) {
  EXPECT_EQ(RunCommand("echo told; echo lost >&2; exit 3"), "told\n");
  EXPECT_EQ(RunCommand("/no/such/program"), "");
}

}  // namespace
}  // namespace benchcell
