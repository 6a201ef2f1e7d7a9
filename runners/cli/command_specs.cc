#include "runners/cli/command_specs.h"

#include <limits>

namespace benchcell {
namespace {

constexpr size_t kAnyNumber = std::numeric_limits<size_t>::max();

const std::vector<std::string> kLabFlags = {"coordinator", "tls", "insecure_network"};

// With those of a lab.
std::vector<std::string> AndLab(std::vector<std::string> flags) {
  flags.insert(flags.end(), kLabFlags.begin(), kLabFlags.end());
  return flags;
}

std::vector<std::string> AndAdhoc(std::vector<std::string> flags) {
  flags.insert(flags.end(), AdhocFlags().begin(), AdhocFlags().end());
  return flags;
}

const std::vector<std::string> kMeasureFlags =
    AndLab({"only", "builds", "rounds", "runs", "seed", "set", "source", "metric", "format", "out",
            "state_dir", "bundles", "force", "any_machine", "write_experiment"});
// Of the key that must have signed evidence.
const std::vector<std::string> kReproduceFlags = [] {
  std::vector<std::string> flags = kMeasureFlags;
  flags.push_back("key");
  return flags;
}();
const std::vector<std::string> kRunFormats = {
    "md",        "csv",    "json", "html", "node-csv", "benchstat", "github-action-benchmark",
    "hyperfine", "bencher"};

}  // namespace

const std::vector<std::string>& AdhocFlags() {
  static const auto& flags = *new std::vector<std::string>{
      "command", "axis",  "prepare",    "warmup",         "timeout",    "env",    "metric_from",
      "bring",   "shell", "keep_files", "ignore_failure", "exit_codes", "network"};
  return flags;
}

const std::vector<CommandSpec>& CommandSpecs() {
  static const auto* const specs = new std::vector<CommandSpec>{
      {"reproduce", "EXPERIMENT", 1, 1,
       "run it and hold the result against the published figures; of an evidence file, against its "
       "table",
       kReproduceFlags, kRunFormats},
      {"run", "EXPERIMENT", 1, 1, "run it, print the table", AndAdhoc(kMeasureFlags), kRunFormats},
      {"plan",
       "EXPERIMENT",
       1,
       1,
       "cells, order, number of runs, smallest detectable change; runs nothing",
       AndAdhoc({"only", "builds", "rounds", "runs", "seed", "set"}),
       {}},
      {"report", "RUN", 1, 1,
       "print a stored run again; RUN is an id, the beginning of one, or latest",
       AndLab({"metric", "builds", "format", "out", "state_dir", "force", "bundle", "key",
               "with_inputs"}),
       kRunFormats},
      {"verify",
       "FILE",
       1,
       1,
       "check evidence that report --bundle wrote; needs no network",
       {"key"},
       {}},
      {"runs", "", 0, 0, "list stored runs", AndLab({"state_dir"}), {}},
      {"compare",
       "FILE...",
       1,
       kAnyNumber,
       "statistics of results measured elsewhere: node core's CSV, - for standard input; the JSON "
       "of vitest bench, hyperfine or Google Benchmark, a file for each build; two profile folders "
       "of CodSpeed's runner",
       {"format", "lenient", "locale_order", "baseline", "metric", "force"},
       {"md", "compare-r"}},
      {"import",
       "FILE...",
       0,
       kAnyNumber,
       "store results measured elsewhere as a run: the JSON of hyperfine, vitest bench or Google "
       "Benchmark, or a run of benchcell's own",
       {"build", "format", "metric", "state_dir"},
       {"auto", "hyperfine", "vitest-bench", "google-benchmark", "benchcell"}},
      {"plugins",
       "[VERB ...]",
       0,
       kAnyNumber,
       "list plugins, their axes and metrics; check PLUGIN [EXPERIMENT...]: hold one against the "
       "protocol; new NAME: write a starting point; record RUN: keep raw outputs for checks",
       {"language", "recorded", "out", "state_dir"},
       {}},
      {"certs",
       "KIND [NAME]",
       1,
       2,
       "keys of a lab: ca, coordinator, agent NAME, submitter NAME, viewer NAME, admin NAME, show "
       "DIR",
       {"tls", "host", "days", "out", "force"},
       {}},
      {"coordinator",
       "",
       0,
       0,
       "serve a lab: give the runs of experiments to its machines",
       {"listen", "tls", "insecure_network", "state_dir", "store", "blobs", "metrics"},
       {}},
      {"agent",
       "",
       0,
       0,
       "measure for a lab on this machine; --check: say what it lacks for that",
       AndLab({"state_dir", "quiet_wait", "bundle_limit", "tune", "check", "class"}),
       {}},
      {"machines",
       "",
       0,
       0,
       "list the machines of a lab, what they are and do",
       AndLab({"release", "state_dir"}),
       {}},
      {"status",
       "",
       0,
       0,
       "alarms, active runs and machines of a lab",
       AndLab({"check", "state_dir"}),
       {}},
      {"watch", "RUN", 1, 1, "show how a run of a lab gets on, then its table",
       AndLab({"metric", "builds", "format", "out", "state_dir", "force"}), kRunFormats},
      {"cancel", "RUN", 1, 1, "stop a run of a lab", AndLab({"state_dir"}), {}},
      {"help", "", 0, 0, "print this", {}, {}},
  };
  return *specs;
}

}  // namespace benchcell
