#include "runners/readiness/macos_findings.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace benchcell {
namespace {

std::string Answer(const CommandOutput& output, const char* command) {
  return absl::AsciiStrToLower(absl::StripAsciiWhitespace(output(command)));
}

// Good if `answer` holds `good`, lacking if it holds `bad`.
Finding Judged(const std::string& answer, const char* good, const char* bad, Finding finding) {
  if (absl::StrContains(answer, good)) {
    finding.verdict = Verdict::kGood;
    finding.found = finding.wanted;
  } else if (absl::StrContains(answer, bad)) {
    finding.verdict = Verdict::kLacks;
    finding.found = finding.wanted == "on" ? "off" : "on";
  } else {
    finding.verdict = Verdict::kUnknown;
    finding.found = "the system doesn't tell";
  }
  return finding;
}

// A preference that is `1` or `0`, or has never been set.
std::string Preference(const CommandOutput& output, const char* command, const char* by_default) {
  const std::string answer = Answer(output, command);
  return answer.empty() ? by_default : answer;
}

}  // namespace

std::vector<Finding> MacosFindings(const CommandOutput& output) {
  return {
      Judged(
          Answer(output, kNetworkTimeCommand), "time: on", "time: off",
          {.what = "network time",
           .wanted = "on",
           .why = "certificates and the times of records are read on other machines",
           .remedy = "run `sudo systemsetup -setusingnetworktime on`; only root can ask for it"}),
      Judged(Answer(output, kSpotlightCommand), "disabled", "enabled",
             {.what = "Spotlight",
              .wanted = "off",
              .why = "it indexes what was just unpacked while that is measured",
              .remedy = "run `sudo mdutil -a -i off`"}),
      Judged(Preference(output, kAppNapCommand, "0"), "1", "0",
             {.what = "App Nap",
              .wanted = "off",
              .why = "it slows down programs that show no window",
              .remedy = "run `defaults write NSGlobalDomain NSAppSleepDisabled -bool YES`"}),
      Judged(Answer(output, kUpdatesCommand), " off", " on",
             {.what = "automatic updates",
              .wanted = "off",
              .why = "they take a processor and the disk for minutes, and restart the machine",
              .remedy = "run `sudo softwareupdate --schedule off`"}),
      Judged(Preference(output, kTimeMachineCommand, "0"), "0", "1",
             {.what = "Time Machine",
              .wanted = "off",
              .why = "it reads the whole disk once an hour",
              .remedy = "run `sudo tmutil disable`"}),
  };
}

}  // namespace benchcell
