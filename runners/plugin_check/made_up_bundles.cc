#include "runners/plugin_check/made_up_bundles.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "re2/re2.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

// The last thing in the label that looks like a version.
std::string VersionOf(const std::string& label) {
  std::string version;
  re2::StringPiece rest(label);
  while (RE2::FindAndConsume(&rest, R"((\d+\.\d+\.\d+))", &version)) {
  }
  return version;
}

v1::Bundle MadeUp(const std::string& label) {
  v1::Bundle bundle;
  bundle.set_label(label);
  bundle.set_platform("any");
  bundle.set_sha256(Sha256OfBytes(label));
  bundle.set_size(1024);
  const std::string version = VersionOf(label);
  if (!version.empty()) (*bundle.mutable_facts())["version"] = version;
  return bundle;
}

}  // namespace

std::vector<v1::Bundle> BundlesFor(const v1::Experiment& experiment,
                                   const std::vector<v1::Bundle>& recorded) {
  std::set<std::string> labels;
  for (const v1::Input& input : experiment.input()) labels.insert(input.label());
  for (const v1::Build& build : experiment.build()) {
    for (const v1::Input& input : build.input()) labels.insert(input.label());
  }
  std::vector<v1::Bundle> bundles;
  for (const std::string& label : labels) {
    const size_t before = bundles.size();
    std::copy_if(recorded.begin(), recorded.end(), std::back_inserter(bundles),
                 [&](const v1::Bundle& bundle) { return bundle.label() == label; });
    if (bundles.size() == before) bundles.push_back(MadeUp(label));
  }
  return bundles;
}

}  // namespace benchcell
