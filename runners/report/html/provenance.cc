#include "runners/report/html/provenance.h"

#include <cstddef>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "runners/machine/fact_list.h"
#include "runners/report/html/markup.h"
#include "runners/report/html/row_name.h"

namespace benchcell::html {
namespace {

std::string Code(const std::string& text) { return absl::StrCat("<code>", Text(text), "</code>"); }

// A term and what it is; nothing for an empty description. `html` is HTML.
std::string Entry(const char* term, const std::string& html) {
  return html.empty() ? "" : absl::StrCat("<dt>", term, "<dd>", html);
}

std::string StateWords(v1::RunState state) {
  switch (state) {
    case v1::COMPLETE:
      return "complete";
    case v1::CANCELLED:
      return "cancelled";
    case v1::ACTIVE:
      return "not complete yet";
    default:
      return "";
  }
}

std::string Rounds(const v1::Protocol& protocol) {
  if (protocol.rounds() == 0) return "";
  return absl::StrCat(protocol.rounds(), protocol.rounds() == 1 ? " round" : " rounds", " of ",
                      protocol.runs(), protocol.runs() == 1 ? " run" : " runs", " of each build");
}

std::string OrderWords(const v1::ExperimentRun& run) {
  if (run.has_imported()) return "";
  return run.resolved().experiment().protocol().order() == v1::AS_PUBLISHED
             ? "as published: in each round all runs of a build, then all of the next"
             : "balanced random pairs";
}

std::string Timeout(const v1::Protocol& protocol) {
  if (!protocol.has_timeout()) return "";
  return absl::FormatDuration(absl::Seconds(protocol.timeout().seconds()) +
                              absl::Nanoseconds(protocol.timeout().nanos()));
}

std::string Overrides(const v1::ResolvedExperiment& resolved) {
  std::vector<std::string> overrides;
  for (const std::string& each : resolved.override()) overrides.push_back(Code(each));
  return absl::StrJoin(overrides, " ");
}

std::string Summary(const v1::ExperimentRun& run) {
  const v1::Experiment& experiment = run.resolved().experiment();
  const v1::Protocol& protocol = experiment.protocol();
  return absl::StrCat(
      "<dl>", Entry("Run", Code(run.id())), Entry("Experiment", Name(experiment.name())),
      Entry("Digest of the experiment", run.digest().empty() ? "" : Code(run.digest())),
      Entry("Plugin", experiment.plugin().empty() ? "" : Name(experiment.plugin())),
      Entry("Made", Created(run)), Entry("State", StateWords(run.state())),
      Entry("Protocol", Rounds(protocol)), Entry("Order of the runs", OrderWords(run)),
      Entry("Seed of the order", run.has_imported() ? "" : Code(absl::StrCat(run.seed()))),
      Entry("Timeout of a command", Timeout(protocol)),
      Entry("Changed on the command line", Overrides(run.resolved())),
      Entry("Machine class", run.has_machine_class() ? Name(run.machine_class().name()) : ""),
      Entry("Platform", Text(run.platform())), Entry("benchcell", Text(run.benchcell_version())),
      "</dl>");
}

std::string ImportedFrom(const v1::ExperimentRun& run) {
  if (!run.has_imported()) return "";
  std::string html = absl::StrCat("<h3>Imported from</h3><p>", Name(run.imported().format()),
                                  run.imported().tool().empty() ? "" : ", written by ",
                                  Name(run.imported().tool()), "</p><ul>");
  for (const v1::Import::File& file : run.imported().file()) {
    absl::StrAppend(&html, "<li>", Name(file.name()), " ", Code(file.sha256()));
  }
  return html + "</ul>";
}

std::string Facts(const v1::Bundle& bundle) {
  // In the order of their names.
  const std::map<std::string, std::string> sorted(bundle.facts().begin(), bundle.facts().end());
  std::vector<std::string> facts;
  for (const auto& [name, value] : sorted) {
    facts.push_back(absl::StrCat(Name(name), " ", Name(value)));
  }
  return absl::StrJoin(facts, "<br>");
}

std::string Pins(const v1::ResolvedExperiment& resolved) {
  if (resolved.bundle().empty()) return "";
  std::string html =
      "<h3 id=pins>Pins</h3><div class=scroll tabindex=0 role=region aria-labelledby=pins><table "
      "class=facts><thead><tr><th scope=col>label<th scope=col>platform<th scope=col>what it is<th "
      "scope=col>SHA-256 of the archive<tbody>";
  for (const v1::Bundle& bundle : resolved.bundle()) {
    absl::StrAppend(&html, "\n<tr><th scope=row>", Text(bundle.label()), "<td>",
                    Text(bundle.platform()), "<td>", Facts(bundle), "<td>", Code(bundle.sha256()));
  }
  return html + "</table></div>";
}

std::string Machines(const v1::ExperimentRun& run) {
  if (run.machine().empty()) return "";
  std::string html =
      "<h3 id=machines>Machines</h3><div class=scroll tabindex=0 role=region "
      "aria-labelledby=machines><table class=facts><thead><tr><th scope=col>fact";
  std::vector<std::vector<Fact>> facts;
  for (const v1::Machine& machine : run.machine()) {
    absl::StrAppend(&html, "<th scope=col>", MachineName(machine.id(), machine.epoch()),
                    machine.name().empty() ? "" : " ", Name(machine.name()));
    facts.push_back(FactsOf(machine.facts()));
  }
  html += "<tbody>";
  for (size_t i = 0; i < facts.front().size(); ++i) {
    bool known = false;
    std::string cells;
    for (const std::vector<Fact>& of_machine : facts) {
      known = known || !of_machine[i].value.empty();
      absl::StrAppend(&cells, "<td>", Text(of_machine[i].shown));
    }
    if (known) absl::StrAppend(&html, "\n<tr><th scope=row>", Text(facts[0][i].title), cells);
  }
  return html + "</table></div>";
}

std::string Source(const v1::ResolvedExperiment& resolved) {
  if (resolved.source().empty()) return "";
  return absl::StrCat(
      "<details><summary>The experiment, as it was submitted</summary><pre tabindex=0>",
      Lines(resolved.source()), "</pre></details>");
}

}  // namespace

std::string Created(const v1::ExperimentRun& run) {
  if (!run.has_created()) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromUnixSeconds(run.created().seconds()),
                          absl::UTCTimeZone());
}

std::string ProvenanceSection(const v1::ExperimentRun& run) {
  return absl::StrCat("<section id=origin><h2>What was measured, where and how</h2>", Summary(run),
                      ImportedFrom(run), Pins(run.resolved()), Machines(run),
                      Source(run.resolved()), "</section>\n");
}

}  // namespace benchcell::html
