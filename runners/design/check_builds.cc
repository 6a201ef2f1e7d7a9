#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "runners/design/checks.h"
#include "runners/design/expand.h"
#include "runners/design/local_label.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

// An input or parameter and where it stands. `when` is empty for all cells.
struct Given {
  std::string name;
  Position position;
  google::protobuf::RepeatedPtrField<v1::Level> when;
  // `when` is mistaken, and that is told: it may be meant for any cells.
  bool misplaced = false;
  // It may stand any number of times.
  bool repeated = false;
};

using GivenList = std::vector<Given>;

bool Overlap(const Given& a, const Given& b, const std::vector<v1::Cell>& cells) {
  if (a.misplaced || b.misplaced) return false;
  if (a.when.empty() || b.when.empty()) return true;
  return std::any_of(cells.begin(), cells.end(), [&](const v1::Cell& cell) {
    return CellHas(cell, a.when) && CellHas(cell, b.when);
  });
}

// Those of `later` that some cell gets twice, be it from `later` itself or from `earlier`.
void CheckTwice(const CheckContext& context, const char* kind, const GivenList& earlier,
                const GivenList& later, const std::vector<v1::Cell>& cells) {
  GivenList before = earlier;
  for (const Given& given : later) {
    if (given.repeated) continue;
    const auto same = std::find_if(before.begin(), before.end(), [&](const Given& other) {
      return other.name == given.name && Overlap(other, given, cells);
    });
    if (same != before.end()) {
      context.errors.Add(
          given.position,
          absl::StrCat("the ", kind, " ", Quoted(given.name), " is given again, first in line ",
                       same->position.line, "; expected it once for every cell and build"));
    }
    before.push_back(given);
  }
}

// Whether a cell stands at the level. Nothing is known without cells, nor where they are discovered
// only when the experiment is run.
bool CheckWhen(const CheckContext& context, const TextSite& site, const v1::Level& when,
               const std::vector<v1::Cell>& cells) {
  if (!CheckLevel(context, site, when)) return false;
  if (cells.empty() || context.vocabulary.plugin().discovers_cells()) return true;
  std::vector<std::string> levels;
  for (const v1::Cell& cell : cells) {
    for (const v1::Level& level : cell.level()) {
      if (level.axis() != when.axis()) continue;
      if (level.level() == when.level()) return true;
      if (std::find(levels.begin(), levels.end(), level.level()) == levels.end()) {
        levels.push_back(level.level());
      }
    }
  }
  context.errors.Add(
      site.Of("level"),
      absl::StrCat("no cell stands at the level ", Quoted(when.level()), " of the axis ",
                   Quoted(when.axis()), "; expected ", OneOf(levels, when.level())));
  return false;
}

// Bazel's pins have digests of their own.
void CheckDigest(const CheckContext& context, const TextSite& site, const v1::Input& input,
                 bool is_pin) {
  static const RE2 kDigest("[0-9a-f]{64}");
  if (is_pin) {
    context.errors.Add(site.Of("sha256"),
                       absl::StrCat("the input ", Quoted(input.label()),
                                    " has a sha256; expected none, for its pin has one already"));
  } else if (!RE2::FullMatch(input.sha256(), kDigest)) {
    context.errors.Add(site.Of("sha256"),
                       absl::StrCat("the sha256 is ", Quoted(input.sha256()),
                                    "; expected 64 lower-case hexadecimal digits"));
  }
}

template <typename Owner>
GivenList CheckInputs(const CheckContext& context, const TextSite& site, const Owner& owner,
                      const std::vector<v1::Cell>& cells) {
  static const RE2 kLabel("(@[A-Za-z0-9_.-]+)?//[A-Za-z0-9_./+@-]*:[A-Za-z0-9_./+@=,~-]+");
  GivenList list;
  for (int i = 0; i < owner.input_size(); ++i) {
    const v1::Input& input = owner.input(i);
    const TextSite at = site.Nested("input", i);
    Given given{input.name(), at.position()};
    bool known = true;
    if (const Vocabulary::Problem problem = context.vocabulary.Input(input.name())) {
      if (context.complete || at.Has("name")) context.errors.Add(at.Of("name"), *problem);
      known = false;
    }
    const bool is_local = input.label() == kSourceLabel || IsPathLabel(input.label());
    const bool is_label = is_local || RE2::FullMatch(input.label(), kLabel);
    if (!is_label && (context.complete || at.Has("label"))) {
      context.errors.Add(
          at.Of("label"),
          absl::StrCat("the label is ", Quoted(input.label()),
                       "; expected a Bazel label, such as \"//package:name\", a path that starts "
                       "with ./, ../ or /, or \"",
                       std::string(kSourceLabel), "\""));
    }
    if (at.Has("sha256")) CheckDigest(context, at, input, is_label && !is_local);
    if (input.has_when()) {
      given.misplaced = !CheckWhen(context, at.Nested("when"), input.when(), cells);
      *given.when.Add() = input.when();
    }
    if (known) list.push_back(std::move(given));
  }
  return list;
}

template <typename Owner>
GivenList CheckParameters(const CheckContext& context, const TextSite& site, const Owner& owner) {
  GivenList list;
  for (int i = 0; i < owner.parameter_size(); ++i) {
    const v1::Parameter& parameter = owner.parameter(i);
    const TextSite at = site.Nested("parameter", i);
    if (const Vocabulary::Problem problem = context.vocabulary.Parameter(parameter.name())) {
      if (context.complete || at.Has("name")) context.errors.Add(at.Of("name"), *problem);
      continue;
    }
    list.push_back({parameter.name(),
                    at.position(),
                    {},
                    false,
                    context.vocabulary.IsRepeated(parameter.name())});
    const Vocabulary::Problem problem =
        context.vocabulary.Value(parameter.name(), parameter.value());
    if (problem.has_value() && (context.complete || at.Has("value"))) {
      context.errors.Add(at.Of("value"), *problem);
    }
  }
  return list;
}

// Whether every cell gets `name` from one of the lists. Without cells nothing is known.
bool ForEveryCell(const std::string& name, const GivenList& shared, const GivenList& own,
                  const std::vector<v1::Cell>& cells) {
  return std::all_of(cells.begin(), cells.end(), [&](const v1::Cell& cell) {
    const auto gives = [&](const Given& given) {
      return given.name == name && (given.misplaced || CellHas(cell, given.when));
    };
    return std::any_of(shared.begin(), shared.end(), gives) ||
           std::any_of(own.begin(), own.end(), gives);
  });
}

template <typename Specs>
void CheckRequired(const CheckContext& context, const char* kind, const Specs& specs,
                   const v1::Build& build, const TextSite& site, const GivenList& shared,
                   const GivenList& own, const std::vector<v1::Cell>& cells) {
  if (!context.complete) return;
  for (const auto& spec : specs) {
    if (!spec.required() || ForEveryCell(spec.name(), shared, own, cells)) continue;
    context.errors.Add(site.position(), absl::StrCat("the build ", Quoted(build.name()),
                                                     " lacks the ", kind, " ", Quoted(spec.name()),
                                                     " in at least one cell; expected it in "
                                                     "the build or for all builds"));
  }
}

// What a build can't be called: --builds separates names by commas, tables are lines.
void CheckBuildName(const CheckContext& context, const v1::Build& build, const TextSite& site) {
  static const RE2 kName("[^\\s,\\pC]+( [^\\s,\\pC]+)*");
  if (RE2::FullMatch(build.name(), kName) || (!context.complete && !site.Has("name"))) return;
  context.errors.Add(site.Of("name"),
                     absl::StrCat("the name of the build is ", Quoted(build.name()),
                                  "; expected words without commas or control characters, with "
                                  "single spaces between them"));
}

}  // namespace

void CheckBuilds(const CheckContext& context, const std::vector<v1::Cell>& cells) {
  const v1::Experiment& experiment = context.experiment;
  const v1::PluginDescription& plugin = context.vocabulary.plugin();
  const GivenList inputs = CheckInputs(context, context.site, experiment, cells);
  const GivenList parameters = CheckParameters(context, context.site, experiment);
  CheckTwice(context, "input", {}, inputs, cells);
  CheckTwice(context, "parameter", {}, parameters, cells);
  if (experiment.build().empty() && context.complete) {
    context.errors.Add(context.site.position(),
                       "the experiment has no build; expected at least one, the baseline first");
  }
  std::map<std::string, int> lines;
  for (int i = 0; i < experiment.build_size(); ++i) {
    const v1::Build& build = experiment.build(i);
    const TextSite site = context.site.Nested("build", i);
    CheckBuildName(context, build, site);
    const auto [first, is_new] = lines.emplace(build.name(), site.Of("name").line);
    if (!is_new) {
      context.errors.Add(site.Of("name"),
                         absl::StrCat("another build, in line ", first->second, ", is called ",
                                      Quoted(build.name()), ", too; expected a name of its own"));
    }
    const GivenList own_inputs = CheckInputs(context, site, build, cells);
    const GivenList own_parameters = CheckParameters(context, site, build);
    CheckTwice(context, "input", inputs, own_inputs, cells);
    CheckTwice(context, "parameter", parameters, own_parameters, cells);
    CheckRequired(context, "input", plugin.input(), build, site, inputs, own_inputs, cells);
    CheckRequired(context, "parameter", plugin.parameter(), build, site, parameters, own_parameters,
                  cells);
  }
}

}  // namespace benchcell
