#include "plugins/codspeed/run_failure.h"

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "plugins/codspeed/plans.h"
#include "runners/base/files.h"
#include "runners/base/text.h"

namespace benchcell::codspeed {
namespace {

// Errors stand at the start of what was said, and how it ended at its end.
constexpr uint64_t kHeadBytes = 1000;
constexpr uint64_t kTailBytes = 1500;

// What programs say, and what it means.
struct Symptom {
  const char* words;
  const char* meaning;
};

constexpr Symptom kSymptoms[] = {
    {"unhandled instruction bytes",
     "this valgrind doesn't know an instruction of the node binary or of this processor; use a "
     "newer "
     "valgrind"},
    {"Unrecognised instruction",
     "this valgrind doesn't know an instruction of the node binary or of this processor; use a "
     "newer "
     "valgrind"},
    {"cannot execute binary file",
     "the node binary is not one for this machine's processor; check the pin's platform"},
    {"wrong ELF",
     "the node binary is not one for this machine's processor; check the pin's platform"},
    {"failed to start tool", "this valgrind has no callgrind for the node binary's processor"},
    {"Cannot allocate memory",
     "V8 could not reserve its address space; more memory or overcommit is needed"},
    {"Could not find a git repository",
     "CodSpeed names benchmarks from the folder that holds .git on, and found none"},
    {"Cannot find package",
     "a package is missing: the pin `packages` needs it among its dependencies"},
};

// The text's ends; what is left out shows.
std::string Ends(const std::string& text) {
  if (text.size() <= kHeadBytes + kTailBytes) return Tail(text, text.size());
  return absl::StrCat(ToValidUtf8(text.substr(0, kHeadBytes)), "\n...\n", Tail(text, kTailBytes));
}

// Without the ends of the outputs, which are told anyway.
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

bool IsValgrindLog(const std::string& name) {
  return absl::StartsWith(name, absl::StrCat(kProfilePrefix, "valgrind.")) &&
         absl::EndsWith(name, ".log");
}

}  // namespace

std::string ContentOf(const RawOutputs& outputs, const std::string& name) {
  for (const v1::RawOutputFile& output : outputs) {
    if (output.name() == name) return ReadFile(output.path()).value_or("");
  }
  return "";
}

std::string Describe(const FoundError& error) {
  if (error.place.empty()) return error.message;
  return absl::StrCat(error.message, " (", error.place, ")");
}

std::string HowItEnded(const v1::Exit& exit) {
  if (exit.timed_out()) return "it was killed after its time";
  if (exit.has_signal()) {
    return absl::StrCat("it was killed by signal ", exit.signal(), " (", strsignal(exit.signal()),
                        ")");
  }
  if (exit.has_code()) return absl::StrCat("it ended with exit code ", exit.code());
  return "it was not started";
}

std::string NoReport(const v1::RunRecord& record, const RawOutputs& outputs) {
  std::string words;
  for (const v1::RawOutputFile& output : outputs) {
    if (output.name() != "stdout" && output.name() != "stderr" && !IsValgrindLog(output.name())) {
      continue;
    }
    const std::string ends = Ends(WithoutControls(ReadFile(output.path()).value_or("")));
    if (!ends.empty()) absl::StrAppend(&words, "\n--- ", output.name(), ":\n", ends);
  }
  std::string message = absl::StrCat("vitest did not come to its end: ", HowItEnded(record.exit()));
  for (const Symptom& symptom : kSymptoms) {
    if (!absl::StrContains(words, symptom.words)) continue;
    absl::StrAppend(&message, ": ", symptom.meaning);
    break;
  }
  return absl::StrCat(message, record.message().empty() ? "" : ": ", FirstLine(record.message()),
                      words);
}

}  // namespace benchcell::codspeed
