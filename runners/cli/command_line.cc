#include "runners/cli/command_line.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/cli/command_specs.h"
#include "runners/design/nearest.h"

ABSL_FLAG(std::string, only, "", "cells to keep: pool=forks|threads,state=warm");
ABSL_FLAG(std::string, builds, "", "builds to keep: main,pr; the first of them is the baseline");
ABSL_FLAG(uint32_t, rounds, 0, "rounds instead of the experiment's number");
ABSL_FLAG(uint32_t, runs, 0, "runs of each build in a round instead of the experiment's number");
ABSL_FLAG(uint64_t, seed, 0, "seed of the order instead of the experiment's");
ABSL_FLAG(std::string, set, "",
          "fixes or filters a configuration that the workload has: n=10, or script=a|b; may be "
          "given again");
ABSL_FLAG(std::string, source, "",
          "folder that stands for an experiment's input labelled --source: a checkout");
ABSL_FLAG(std::string, metric, "", "metric of the table instead of the plugin's first");
ABSL_FLAG(
    std::string, format, "",
    "md, csv, json, html (a page to look at), or what another tool reads: node-csv (what node's "
    "compare.js writes), "
    "benchstat, github-action-benchmark, hyperfine, bencher; for compare md, or compare-r: what "
    "Rscript compare.R prints; for import what the files are: hyperfine, vitest-bench, "
    "google-benchmark, benchcell");
ABSL_FLAG(bool, lenient, false, "leave out lines of a CSV that are no measurement, with a warning");
ABSL_FLAG(bool, locale_order, false, "sort names as R does in a UTF-8 locale, instead of bytewise");
ABSL_FLAG(std::string, build, "",
          "NAME=FILE: which build a file is; otherwise files are named after themselves; may be "
          "given again");
ABSL_FLAG(std::string, baseline, "", "binary that the others are compared with; default old");
ABSL_FLAG(
    bool, force, false,
    "compare also what isn't alike, such as counts of different node versions; the table names "
    "the difference; for certs: replace a key");
ABSL_FLAG(bool, any_machine, false,
          "measure also on machines that lack facts of the experiment's machine class; the table "
          "names the difference");
ABSL_FLAG(std::string, coordinator, "", "HOST:PORT of a lab's coordinator, whose machines measure");
ABSL_FLAG(std::string, tls, "",
          "folder with ca.pem, cert.pem and key.pem, as `benchcell certs` makes it");
ABSL_FLAG(bool, insecure_network, false, "speak plaintext over a network all the same");
ABSL_FLAG(absl::Duration, quiet_wait, absl::Minutes(2),
          "how long a block waits for the machine to become quiet; 0s: it isn't looked at");
ABSL_FLAG(std::string, host, "",
          "names and addresses under which a coordinator is reached, for its certificate: "
          "lab.example,10.0.0.1");
ABSL_FLAG(uint32_t, days, 0, "how long a certificate is valid; default 825, a CA's 3650");
ABSL_FLAG(uint64_t, bundle_limit, 0,
          "bytes of disk that an agent's bundles may take; default a quarter of the disk, 20 GB at "
          "most");
ABSL_FLAG(std::string, listen, "", "HOST:PORT to serve on: 0.0.0.0:7777");
ABSL_FLAG(std::string, store, "",
          "postgres://... for a store that several coordinators share; default a file in the state "
          "directory");
ABSL_FLAG(std::string, blobs, "",
          "folder of bundles and raw outputs, shared by all coordinators of a store; default in "
          "the state directory");
ABSL_FLAG(std::string, metrics, "", "HOST:PORT to serve /metrics on, for Prometheus");
ABSL_FLAG(bool, check, false,
          "for status: end with exit code 1 if there is an alarm; for agent: say what this machine "
          "lacks, with exit code 1 if it lacks something");
ABSL_FLAG(std::string, class, "", "machine class to check against; default the nearest");
ABSL_FLAG(bool, tune, false,
          "Linux: set governor, turbo, swappiness and timers of updates for each block, and back");
ABSL_FLAG(std::string, release, "", "machine that gets work again after it was quarantined");
ABSL_FLAG(std::string, language, "js", "of a new plugin: js or cpp");
ABSL_FLAG(
    std::string, recorded, "",
    "folder of recorded runs for a check of a plugin; default the folder `recorded` beside it");
ABSL_FLAG(std::string, out, "",
          "folder that gets the table in every format; for certs: that gets the certificate");
ABSL_FLAG(std::string, state_dir, "",
          "where runs are stored; default $XDG_STATE_HOME/benchcell or ~/.local/state/benchcell");
ABSL_FLAG(std::string, bundle, "", "file that gets signed evidence of the run");
ABSL_FLAG(std::string, key, "",
          "for report: private key that signs, default one of your own; otherwise: public key that "
          "must have signed");
ABSL_FLAG(bool, with_inputs, false, "the evidence brings the inputs, too");
ABSL_FLAG(std::string, bundles, "",
          "NAME.bundles.json that Bazel made of the experiment before; it is not asked again");

ABSL_FLAG(std::string, command, "",
          "[NAME=]COMMAND to compare with others, in place of an EXPERIMENT; may be given again");
ABSL_FLAG(std::string, axis, "",
          "NAME=LEVEL,LEVEL: {NAME} in commands becomes each of the levels; may be given again");
ABSL_FLAG(std::string, prepare, "", "command to run before every measured run, untimed");
ABSL_FLAG(uint32_t, warmup, 0, "runs that aren't measured, at the start of each round");
ABSL_FLAG(std::optional<absl::Duration>, timeout, std::nullopt,
          "how long a command may take: 30s, 5m; default 10m");
ABSL_FLAG(std::string, env, "", "NAME=VALUE in the commands' environment; may be given again");
ABSL_FLAG(
    std::string, metric_from, "",
    "NAME[UNIT,lower]=regex:PATTERN or NAME[UNIT,higher]=json:/POINTER: a metric to read from "
    "standard output, or from stderr: or file:PATH: before regex or json; may be given again");
ABSL_FLAG(std::string, bring, "",
          "file or folder that the commands need and no word of theirs names; may be given again");
ABSL_FLAG(bool, shell, false, "run the commands by /bin/sh -c; its start is measured, too");
ABSL_FLAG(bool, keep_files, false,
          "leave the files of a run to the next one, instead of the inputs alone");
ABSL_FLAG(bool, ignore_failure, false, "take runs with any exit code");
ABSL_FLAG(std::string, exit_codes, "", "exit codes of a good run: 0,1");
ABSL_FLAG(bool, network, false, "let the commands use the machine's network");
ABSL_FLAG(std::string, write_experiment, "",
          "file that gets the experiment as it is run, with everything pinned");

namespace benchcell {
namespace {

// Flags that may be given again, and what stands between their values: --set is one text, others
// may hold anything but the zero byte, which no argument has.
const std::map<std::string, char>& Repeated() {
  static const auto& separators = *new std::map<std::string, char>{
      {"set", ','},          {"command", '\0'}, {"axis", '\0'}, {"env", '\0'},
      {"metric_from", '\0'}, {"bring", '\0'},   {"build", '\0'}};
  return separators;
}

// The values of such a flag.
std::vector<std::string> Values(const std::string& joined) {
  if (joined.empty()) return {};
  return absl::StrSplit(joined, '\0');
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const CommandSpec& command : CommandSpecs()) names.push_back(command.name);
  // The launcher's own.
  names.push_back("test");
  return names;
}

// Flags are spelled with dashes and named with underscores.
std::string Spelled(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return absl::StrCat("--", name);
}

absl::Status SetFlag(const CommandSpec& command, const std::string& name,
                     const std::string& value) {
  if (std::find(command.flags.begin(), command.flags.end(), name) == command.flags.end()) {
    std::vector<std::string> spelled;
    for (const std::string& flag : command.flags) spelled.push_back(Spelled(flag));
    return absl::InvalidArgumentError(absl::StrCat("`benchcell ", command.name, "` has no flag ",
                                                   Spelled(name), "; expected ",
                                                   OneOf(spelled, Spelled(name))));
  }
  std::string whole = value;
  if (const auto repeated = Repeated().find(name); repeated != Repeated().end()) {
    if (value.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(Spelled(name), " needs a value"));
    }
    const std::string earlier = absl::FindCommandLineFlag(name)->CurrentValue();
    if (!earlier.empty()) whole = earlier + repeated->second + value;
  }
  std::string error;
  if (!absl::FindCommandLineFlag(name)->ParseFrom(whole, &error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(Spelled(name), "=", value, ": ", error, "; expected ",
                     std::string(absl::FindCommandLineFlag(name)->Help())));
  }
  const std::vector<std::string> numbers = {"rounds", "runs", "seed", "days"};
  if (std::find(numbers.begin(), numbers.end(), name) != numbers.end() &&
      absl::FindCommandLineFlag(name)->CurrentValue() == "0") {
    return absl::InvalidArgumentError(
        absl::StrCat(Spelled(name), "=", value, ": expected a number from 1 on"));
  }
  return absl::OkStatus();
}

absl::StatusOr<const CommandSpec*> FindCommand(const std::string& name) {
  for (const CommandSpec& command : CommandSpecs()) {
    if (name == command.name) return &command;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is no command \"", name, "\"; expected ", OneOf(CommandNames(), name)));
}

absl::Status CheckOperands(const CommandSpec& command, const std::vector<std::string>& operands) {
  if (operands.size() > command.most) {
    return absl::InvalidArgumentError(
        absl::StrCat("`benchcell ", command.name, "` takes ", command.most == 0 ? "no" : "one",
                     " operand, found \"", operands[command.most], "\" too many"));
  }
  const auto has = [&](const std::string& flag) {
    return std::find(command.flags.begin(), command.flags.end(), flag) != command.flags.end();
  };
  const bool adhoc = has("command") && !absl::GetFlag(FLAGS_command).empty();
  if (adhoc && !operands.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("--command stands in place of an ",
                                                   command.operand, ", found ", Quoted(operands[0]),
                                                   " beside it; expected one of the two"));
  }
  if (!adhoc && operands.size() < command.fewest) {
    return absl::InvalidArgumentError(absl::StrCat("`benchcell ", command.name, "` needs ",
                                                   command.operand,
                                                   has("command") ? ", or --command" : ""));
  }
  if (adhoc || !has("command")) return absl::OkStatus();
  for (const std::string& flag : AdhocFlags()) {
    const absl::CommandLineFlag* const found = absl::FindCommandLineFlag(flag);
    if (found->CurrentValue() == found->DefaultValue()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        Spelled(flag),
        " says something of --command, which isn't given; an experiment has it in its file"));
  }
  return absl::OkStatus();
}

AdhocOptions AdhocFromFlags() {
  AdhocOptions adhoc;
  adhoc.commands = Values(absl::GetFlag(FLAGS_command));
  adhoc.axes = Values(absl::GetFlag(FLAGS_axis));
  adhoc.environment = Values(absl::GetFlag(FLAGS_env));
  adhoc.metrics = Values(absl::GetFlag(FLAGS_metric_from));
  adhoc.bring = Values(absl::GetFlag(FLAGS_bring));
  adhoc.prepare = absl::GetFlag(FLAGS_prepare);
  adhoc.warmup = absl::GetFlag(FLAGS_warmup);
  adhoc.exit_codes = absl::GetFlag(FLAGS_exit_codes);
  adhoc.timeout = absl::GetFlag(FLAGS_timeout);
  adhoc.shell = absl::GetFlag(FLAGS_shell);
  adhoc.keep_files = absl::GetFlag(FLAGS_keep_files);
  adhoc.network = absl::GetFlag(FLAGS_network);
  adhoc.ignore_failure = absl::GetFlag(FLAGS_ignore_failure);
  return adhoc;
}

// `--name=value`, `--name value`; index is left at the last word used.
absl::Status ParseFlag(const CommandSpec& command, const std::vector<std::string>& words,
                       size_t& index) {
  std::string name = words[index].substr(2);
  std::optional<std::string> value;
  if (const size_t equals = name.find('='); equals != std::string::npos) {
    value = name.substr(equals + 1);
    name.resize(equals);
  }
  std::replace(name.begin(), name.end(), '-', '_');
  const absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name);
  if (!value.has_value() && flag != nullptr && flag->IsOfType<bool>()) value = "true";
  if (!value.has_value() && index + 1 < words.size()) value = words[++index];
  if (!value.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(Spelled(name), " needs a value"));
  }
  return SetFlag(command, name, *value);
}

// In the order in which commands name them first, without those for a run without an experiment.
std::vector<std::string> FlagsOfAllCommands() {
  std::vector<std::string> flags;
  for (const CommandSpec& command : CommandSpecs()) {
    for (const std::string& flag : command.flags) {
      const auto knows = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), flag) != names.end();
      };
      if (!knows(flags) && !knows(AdhocFlags())) flags.push_back(flag);
    }
  }
  return flags;
}

void AddFlag(const std::string& name, std::string& usage) {
  absl::StrAppend(&usage, absl::StrFormat("  %-18s %s\n", Spelled(name),
                                          std::string(absl::FindCommandLineFlag(name)->Help())));
}

}  // namespace

absl::StatusOr<Options> ParseCommandLine(const std::vector<std::string>& words) {
  Options options;
  for (const std::string& word : words) {
    if (ToValidUtf8(word) == word) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("an argument is not UTF-8: ", ToValidUtf8(word)));
  }
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    options.command = "help";
    return options;
  }
  ASSIGN_OR_RETURN(const CommandSpec* command, FindCommand(words[0]));
  options.command = command->name;
  bool flags_ended = false;
  for (size_t i = 1; i < words.size(); ++i) {
    if (!flags_ended && words[i] == "--") {
      flags_ended = true;
    } else if (!flags_ended && words[i] == "--help") {
      options.command = "help";
      return options;
    } else if (!flags_ended && absl::StartsWith(words[i], "--")) {
      RETURN_IF_ERROR(ParseFlag(*command, words, i));
    } else {
      options.operands.push_back(words[i]);
    }
  }
  RETURN_IF_ERROR(CheckOperands(*command, options.operands));
  options.only = absl::GetFlag(FLAGS_only);
  options.builds = absl::GetFlag(FLAGS_builds);
  options.rounds = absl::GetFlag(FLAGS_rounds);
  options.runs = absl::GetFlag(FLAGS_runs);
  options.seed = absl::GetFlag(FLAGS_seed);
  options.set = absl::GetFlag(FLAGS_set);
  options.source = absl::GetFlag(FLAGS_source);
  options.metric = absl::GetFlag(FLAGS_metric);
  options.format = absl::GetFlag(FLAGS_format);
  options.out = absl::GetFlag(FLAGS_out);
  options.state_dir = absl::GetFlag(FLAGS_state_dir);
  options.bundles = absl::GetFlag(FLAGS_bundles);
  options.bundle = absl::GetFlag(FLAGS_bundle);
  options.key = absl::GetFlag(FLAGS_key);
  options.with_inputs = absl::GetFlag(FLAGS_with_inputs);
  options.lenient = absl::GetFlag(FLAGS_lenient);
  options.locale_order = absl::GetFlag(FLAGS_locale_order);
  options.baseline = absl::GetFlag(FLAGS_baseline);
  options.build = Values(absl::GetFlag(FLAGS_build));
  options.force = absl::GetFlag(FLAGS_force);
  options.any_machine = absl::GetFlag(FLAGS_any_machine);
  options.coordinator = absl::GetFlag(FLAGS_coordinator);
  options.tls = absl::GetFlag(FLAGS_tls);
  options.insecure_network = absl::GetFlag(FLAGS_insecure_network);
  options.quiet_wait = absl::GetFlag(FLAGS_quiet_wait);
  options.host = absl::GetFlag(FLAGS_host);
  options.days = absl::GetFlag(FLAGS_days);
  options.bundle_limit = absl::GetFlag(FLAGS_bundle_limit);
  options.listen = absl::GetFlag(FLAGS_listen);
  options.store = absl::GetFlag(FLAGS_store);
  options.blobs = absl::GetFlag(FLAGS_blobs);
  options.metrics = absl::GetFlag(FLAGS_metrics);
  options.check = absl::GetFlag(FLAGS_check);
  options.machine_class = absl::GetFlag(FLAGS_class);
  options.tune = absl::GetFlag(FLAGS_tune);
  options.language = absl::GetFlag(FLAGS_language);
  options.recorded = absl::GetFlag(FLAGS_recorded);
  options.release = absl::GetFlag(FLAGS_release);
  options.adhoc = AdhocFromFlags();
  options.write_experiment = absl::GetFlag(FLAGS_write_experiment);
  const std::vector<std::string>& formats = command->formats;
  if (options.format.empty() && !formats.empty()) options.format = formats.front();
  if (!formats.empty() &&
      std::find(formats.begin(), formats.end(), options.format) == formats.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--format=", options.format, ": expected ", OneOf(formats, options.format)));
  }
  return options;
}

std::string Usage() {
  std::string usage = "benchcell: measure a pinned experiment, get a table that others get too\n\n";
  for (const CommandSpec& command : CommandSpecs()) {
    absl::StrAppend(&usage,
                    absl::StrFormat("  %-24s%s\n", absl::StrCat(command.name, " ", command.operand),
                                    command.title));
  }
  absl::StrAppend(&usage, absl::StrFormat("  %-24s%s\n", "test", "every test of the project"));
  absl::StrAppend(
      &usage,
      "\nEXPERIMENT is a name under fixtures/experiments, a Bazel label, or a path to a "
      ".textproto.\n\nFlags:\n");
  for (const std::string& name : FlagsOfAllCommands()) AddFlag(name, usage);
  absl::StrAppend(&usage, "\nFlags of `run` and `plan` without an EXPERIMENT:\n");
  for (const std::string& name : AdhocFlags()) AddFlag(name, usage);
  absl::StrAppend(
      &usage,
      "\nExit codes: 0 all rows measured (reproduce: none contradicts), 1 a row failed or "
      "contradicts,\n2 bad input, 3 could not measure, 130 interrupted.\n");
  return usage;
}

}  // namespace benchcell
