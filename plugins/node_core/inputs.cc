#include "plugins/node_core/inputs.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "plugins/node_core/description.h"
#include "plugins/sdk/request.h"
#include "runners/base/status_macros.h"

namespace benchcell::node_core {
namespace {

absl::StatusOr<const v1::Bundle*> Required(const v1::ExpandRequest& request, const v1::Cell& cell,
                                           const v1::Build& build, const std::string& name) {
  ASSIGN_OR_RETURN(const v1::Bundle* bundle, FindInput(request, cell, build, name));
  if (bundle != nullptr) return bundle;
  return absl::InvalidArgumentError(absl::StrCat(
      "there is no input \"", name, "\" for ", LevelOf(cell, kBenchmarkAxis),
      name == "source" ? ": give the tree with --source DIR, or add one" : ": add one"));
}

std::string FolderOf(const v1::Bundle* source, BuildInputs& inputs) {
  for (const auto& [known, folder] : inputs.sources) {
    if (known->sha256() == source->sha256()) return folder;
  }
  const size_t number = inputs.sources.size() + 1;
  const std::string folder = number == 1 ? "source" : absl::StrCat("source-", number);
  inputs.sources.push_back({source, folder});
  return folder;
}

}  // namespace

absl::StatusOr<BuildInputs> InputsOf(const v1::ExpandRequest& request, const v1::Build& build) {
  BuildInputs inputs;
  inputs.build = &build;
  for (const v1::Parameter& parameter : build.parameter()) {
    if (parameter.name() == kSetParameter) {
      return absl::InvalidArgumentError(
          "\"set\" is a parameter of this build, and all builds run the same configurations; make "
          "it one of the experiment");
    }
  }
  const std::string flags =
      FindParameter(request.experiment(), build, kFlagsParameter).value_or("");
  if (!flags.empty()) inputs.flags = absl::StrSplit(flags, ' ');
  ASSIGN_OR_RETURN(
      inputs.set, ParseSet(FindParameter(request.experiment(), build, kSetParameter).value_or("")));
  for (const v1::Cell& cell : request.cell()) {
    ASSIGN_OR_RETURN(const v1::Bundle* node, Required(request, cell, build, "node"));
    if (inputs.node != nullptr && inputs.node->sha256() != node->sha256()) {
      return absl::InvalidArgumentError(
          "the input \"node\" differs from cell to cell; make each binary a build of its own");
    }
    inputs.node = node;
    AskedFile& asked = inputs.files.emplace_back();
    asked.cell = &cell;
    asked.file = LevelOf(cell, kBenchmarkAxis);
    ASSIGN_OR_RETURN(asked.source, Required(request, cell, build, "source"));
    asked.folder = FolderOf(asked.source, inputs);
  }
  return inputs;
}

}  // namespace benchcell::node_core
