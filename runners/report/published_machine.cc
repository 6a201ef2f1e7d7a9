#include "runners/report/published_machine.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr char kNodeInput[] = "node";
constexpr char kVersionFact[] = "version";
constexpr char kAnyPlatform[] = "any";

// Node's own spelling is `v24.22.1`, that of pins `24.22.1`.
std::string WithoutV(const std::string& version) {
  return !version.empty() && version[0] == 'v' ? version.substr(1) : version;
}

class Comparison {
 public:
  void Add(const std::string& what, const std::string& published, const std::string& here) {
    if (published.empty() || here.empty()) return;
    if (published == here) {
      same_.push_back(absl::StrCat(what, " ", MarkdownText(here)));
    } else {
      different_.push_back(
          absl::StrCat(what, " ", MarkdownText(here), " instead of ", MarkdownText(published)));
    }
  }

  std::string Sentence(const std::string& name) const {
    if (different_.empty() && same_.empty()) return "";
    const std::string same = absl::StrJoin(same_, ", ");
    if (different_.empty()) {
      return absl::StrCat(name, " is like the published one as far as is known: ", same, ".");
    }
    return absl::StrCat(name, " differs from the published one: ", absl::StrJoin(different_, ", "),
                        same.empty() ? "" : "; the same: ", same, ".");
  }

 private:
  std::vector<std::string> different_;
  std::vector<std::string> same_;
};

}  // namespace

std::string NodeVersion(const v1::ResolvedExperiment& resolved, const std::string& platform) {
  std::vector<std::string> labels;
  const auto add_labels = [&](const auto& owner) {
    for (const v1::Input& input : owner.input()) {
      if (input.name() == kNodeInput) labels.push_back(input.label());
    }
  };
  add_labels(resolved.experiment());
  for (const v1::Build& build : resolved.experiment().build()) add_labels(build);
  std::vector<std::string> versions;
  for (const std::string& label : labels) {
    for (const v1::Bundle& bundle : resolved.bundle()) {
      if (bundle.label() != label) continue;
      if (bundle.platform() != platform && bundle.platform() != kAnyPlatform) continue;
      const auto version = bundle.facts().find(kVersionFact);
      if (version == bundle.facts().end()) continue;
      if (std::find(versions.begin(), versions.end(), version->second) == versions.end()) {
        versions.push_back(version->second);
      }
    }
  }
  return absl::StrJoin(versions, "/");
}

std::string CompareMachines(const std::string& name, const v1::PublishedMachine& published,
                            const v1::MachineFacts& facts, const std::string& node_version) {
  const auto count = [](uint32_t cpus) { return cpus == 0 ? "" : absl::StrCat(cpus); };
  Comparison comparison;
  comparison.Add("processor", published.processor_model(), facts.processor_model());
  comparison.Add("logical processors", count(published.logical_cpus()),
                 count(facts.logical_cpus()));
  comparison.Add("node", WithoutV(published.node_version()), WithoutV(node_version));
  return comparison.Sentence(name);
}

}  // namespace benchcell
