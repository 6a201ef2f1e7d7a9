#include "runners/design/validate.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "runners/design/checks.h"
#include "runners/design/experiment_text.h"
#include "runners/design/nearest.h"
#include "runners/machine/known_classes.h"

namespace benchcell {
namespace {

constexpr uint32_t kMostRoundsOrRuns = 1000;

void CheckCount(const CheckContext& context, const TextSite& protocol, const char* field,
                uint32_t value) {
  if (value >= 1 && value <= kMostRoundsOrRuns) return;
  if (!protocol.Has(field) && !context.complete) return;
  context.errors.Add(
      protocol.Of(field),
      absl::StrCat(field,
                   protocol.Has(field) ? absl::StrCat(" is ", value) : std::string(" is missing"),
                   "; expected a number from 1 to ", kMostRoundsOrRuns));
}

void CheckProtocol(const CheckContext& context) {
  const v1::Protocol& protocol = context.experiment.protocol();
  const TextSite site = context.site.Nested("protocol");
  CheckCount(context, site, "rounds", protocol.rounds());
  CheckCount(context, site, "runs", protocol.runs());
  if (!v1::Order_IsValid(protocol.order())) {
    context.errors.Add(site.Of("order"), absl::StrCat("order is ", protocol.order(),
                                                      "; expected BALANCED_PAIRS or AS_PUBLISHED"));
  }
  if (!protocol.has_timeout()) return;
  const int32_t nanos = protocol.timeout().nanos();
  if (nanos < 0 || nanos > 999'999'999) {
    context.errors.Add(
        site.Nested("timeout").Of("nanos"),
        absl::StrCat("nanos of the timeout is ", nanos, "; expected a number from 0 to 999999999"));
    return;
  }
  const double seconds =
      static_cast<double>(protocol.timeout().seconds()) + static_cast<double>(nanos) / 1e9;
  // More than thirty days is a unit mistaken for another.
  constexpr double kLongest = 30 * 86400.0;
  if (seconds > 0 && seconds <= kLongest) return;
  context.errors.Add(
      site.Of("timeout"),
      absl::StrCat("the timeout is ", seconds, " s; expected more than 0 and at most 30 days"));
}

void CheckMachineClass(const CheckContext& context) {
  const std::string& name = context.experiment.machine_class();
  if (name.empty()) return;
  const std::vector<std::string> known = KnownClassNames();
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  context.errors.Add(context.site.Of("machine_class"),
                     absl::StrCat("unknown machine class ", Quoted(name), "; expected ",
                                  OneOf(known, name), ", or none for any machine"));
}

}  // namespace

void CheckHead(const CheckContext& context) {
  static const RE2 kName("[a-z0-9]+(-[a-z0-9]+)*");
  const v1::Experiment& experiment = context.experiment;
  const std::string& plugin = context.vocabulary.plugin().name();
  if (!RE2::FullMatch(experiment.name(), kName) && (context.complete || context.site.Has("name"))) {
    context.errors.Add(context.site.Of("name"),
                       absl::StrCat("the name of the experiment is ", Quoted(experiment.name()),
                                    "; expected lower case letters and digits, with single dashes "
                                    "between them"));
  }
  if (experiment.plugin() != plugin && (context.complete || context.site.Has("plugin"))) {
    context.errors.Add(context.site.Of("plugin"),
                       absl::StrCat("the plugin is ", Quoted(experiment.plugin()), "; expected ",
                                    Quoted(plugin), ", which it is checked against"));
  }
  CheckProtocol(context);
  CheckMachineClass(context);
}

absl::StatusOr<PluginName> ReadPluginName(const std::string& text, const std::string& file) {
  InputErrors errors;
  const ExperimentText read = ReadExperimentText(text, errors);
  const TextSite site(text, read.experiment, *read.tree);
  if (!read.experiment.plugin().empty()) {
    return PluginName{read.experiment.plugin(), site.Of("plugin")};
  }
  if (read.whole) {
    errors.Add(site.Of("plugin"),
               "the experiment names no plugin; expected one, such as plugin: \"vitest\"");
  }
  return errors.ToStatus(file);
}

absl::Status UnknownPlugin(const PluginName& plugin, const std::string& file,
                           const std::vector<std::string>& known) {
  InputErrors errors;
  errors.Add(plugin.position, absl::StrCat("unknown plugin ", Quoted(plugin.name), "; expected ",
                                           OneOf(known, plugin.name)));
  return errors.ToStatus(file);
}

absl::StatusOr<v1::Experiment> Validate(const std::string& text, const std::string& file,
                                        const v1::PluginDescription& plugin) {
  const absl::StatusOr<Vocabulary> vocabulary = Vocabulary::Create(plugin);
  if (!vocabulary.ok()) return vocabulary.status();
  InputErrors errors;
  ExperimentText read = ReadExperimentText(text, errors);
  // Where the structure is broken, what was read is only the beginning: names in it may still be
  // wrong, but nothing is called missing.
  const TextSite site(text, read.experiment, *read.tree);
  const CheckContext context{read.experiment, site, *vocabulary, read.complete, errors};
  CheckHead(context);
  const std::vector<v1::Cell> cells = CheckGrids(context);
  CheckBuilds(context, cells);
  CheckPublished(context, cells);
  if (!errors.empty()) return errors.ToStatus(file);
  return std::move(read.experiment);
}

}  // namespace benchcell
