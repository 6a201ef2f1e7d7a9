// A table that was measured on a Mac mini with M4 Pro, as far as that can be had from what such a
// machine's programs print.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "runners/exec/isolation.h"
#include "runners/machine/known_classes.h"
#include "runners/machine/macos_machine_facts.h"
#include "runners/machine/small_file.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"
#include "runners/report/testing.h"
#include "tests/macos/mach_o.h"

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Printed(const std::string& command) {
  const std::string folder = "runners/machine/testdata/m4_pro/";
  if (command == kSysctlCommand) return ReadSmallFile(folder + "sysctl.txt").value_or("");
  if (command == kPowerModeCommand) return ReadSmallFile(folder + "pmset.txt").value_or("");
  if (command == kPowerSourceCommand) return ReadSmallFile(folder + "pmset_batt.txt").value_or("");
  return "";
}

// Both builds, one round, on this machine; isolated as a Mac's warden reports it.
std::string TableOf(const v1::MachineFacts& facts) {
  RunMaker maker(R"pb(
    name: "mac"
    machine_class: "apple-m4-pro"
    build { name: "22.23.2" }
    build { name: "26.10.0" }
    protocol { rounds: 1 runs: 2 })pb");
  maker.AddCell({{"benchmark", "startup/core.js"}});
  maker.AddRound(0, {{1.0, 1.1}, {0.9, 0.8}});
  *maker.run().mutable_machine_class() = *FindClass("apple-m4-pro");
  *maker.run().mutable_machine(0)->mutable_facts() = facts;
  const ProcessSpec spec;
  WardenReport report;
  report.open_files = spec.limits.open_files;
  report.counts_processes = 1;
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    *record.mutable_isolation() =
        IsolationOf(spec, report, absl::UnimplementedError("this system has no network namespaces"),
                    /*memory_held=*/false);
  }
  const auto table = BuildTable(maker.run(), {});
  EXPECT_TRUE(table.ok()) << table.status();
  return RenderMarkdown(maker.run(), *table, {});
}

TEST(RecordedMac, ItsTableSaysThatItWasObservedAndWhatWasRecorded) {
  const auto facts = MacosMachineFacts(Printed, "arm64").Read();
  ASSERT_TRUE(facts.ok()) << facts.status();
  const std::string table = TableOf(*facts);
  EXPECT_THAT(table, HasSubstr("Apple M4 Pro"));
  EXPECT_THAT(table,
              HasSubstr("This machine is observed, not pinned: the processors' frequency can't be "
                        "fixed (recorded instead: power mode, power source, and the system's heat "
                        "level before each block); which kind of core runs a thread can't be fixed "
                        "(recorded instead: the core mix of the machine); background work"));
  EXPECT_THAT(table, HasSubstr("This machine could not keep what it measured apart: network: the "
                               "machine's; this system has no network namespaces (4 of 4 runs)."));
}

TEST(RecordedMac, OnBatteryItIsNeitherPinnedNorObserved) {
  v1::MachineFacts facts = MacosMachineFacts(Printed, "arm64").Read().value();
  facts.set_power_source("battery");
  const std::string table = TableOf(facts);
  EXPECT_THAT(table, HasSubstr("This machine is no apple-m4-pro: "));
  EXPECT_THAT(table, Not(HasSubstr("observed, not pinned")));
}

// Of the registry's few versions for Macs.
TEST(PinnedNode, IsAProgramForMacs) {
  std::ifstream archive("toolchains/node/22.23.2.darwin-arm64.tar", std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(archive)), {});
  // A member's header is one block of 512 bytes; see tar(5).
  const size_t header = content.find("bin/node", 0);
  ASSERT_NE(header, std::string::npos);
  EXPECT_EQ(MachOKind(content.substr(header + 512, kMachOHeader)), "arm64 executable");
  EXPECT_THAT(content, HasSubstr("v22.23.2"));
}

}  // namespace
}  // namespace benchcell
