// What a Mac needs beside the facts of its class: that its system leaves it alone. Compiles
// everywhere, for tests on recorded answers.

#ifndef BENCHCELL_RUNNERS_READINESS_MACOS_FINDINGS_H_
#define BENCHCELL_RUNNERS_READINESS_MACOS_FINDINGS_H_

#include <vector>

#include "runners/machine/command_output.h"
#include "runners/readiness/finding.h"

namespace benchcell {

// The commands that are run.
inline constexpr char kNetworkTimeCommand[] = "/usr/sbin/systemsetup -getusingnetworktime";
inline constexpr char kSpotlightCommand[] = "/usr/bin/mdutil -s /";
inline constexpr char kAppNapCommand[] = "/usr/bin/defaults read NSGlobalDomain NSAppSleepDisabled";
inline constexpr char kUpdatesCommand[] = "/usr/sbin/softwareupdate --schedule";
inline constexpr char kTimeMachineCommand[] =
    "/usr/bin/defaults read /Library/Preferences/com.apple.TimeMachine AutoBackup";

// Clock, Spotlight, App Nap, automatic updates, Time Machine.
std::vector<Finding> MacosFindings(const CommandOutput& output);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_MACOS_FINDINGS_H_
