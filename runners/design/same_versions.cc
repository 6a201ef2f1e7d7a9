#include "runners/design/same_versions.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

constexpr char kVersionFact[] = "version";

}  // namespace

absl::Status CheckSameVersions(const std::vector<v1::Bundle>& bundles) {
  std::map<std::string, const v1::Bundle*> first;
  for (const v1::Bundle& bundle : bundles) {
    const auto version = bundle.facts().find(kVersionFact);
    if (version == bundle.facts().end()) continue;
    const auto [known, added] = first.emplace(bundle.label(), &bundle);
    const std::string& expected = known->second->facts().at(kVersionFact);
    if (version->second == expected) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        bundle.label(), " is ", expected, " for ", known->second->platform(), " but ",
        version->second, " for ", bundle.platform(),
        "; machines of both would measure different things: pin a version that every platform has, "
        "or make an experiment of each"));
  }
  return absl::OkStatus();
}

}  // namespace benchcell
