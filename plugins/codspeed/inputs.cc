#include "plugins/codspeed/inputs.h"

#include <map>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "plugins/codspeed/description.h"
#include "plugins/sdk/request.h"
#include "runners/base/status_macros.h"

namespace benchcell::codspeed {
namespace {

absl::StatusOr<const v1::Bundle*> Required(const v1::ExpandRequest& request, const v1::Build& build,
                                           const std::string& name) {
  // No input depends on a level: the cells are not known yet.
  ASSIGN_OR_RETURN(const v1::Bundle* bundle, FindInput(request, v1::Cell(), build, name));
  if (bundle != nullptr) return bundle;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no input \"", name, "\" for all cells: add one without `when`"));
}

absl::StatusOr<int> VitestMajor(const v1::Bundle& packages) {
  const auto fact = packages.facts().find("vitest");
  const std::string version = fact == packages.facts().end() ? "" : fact->second;
  int major = 0;
  if (!absl::SimpleAtoi(version.substr(0, version.find('.')), &major)) {
    return absl::InvalidArgumentError(
        absl::StrCat(packages.label(),
                     " does not say which vitest it has: the pin needs vitest "
                     "among its direct dependencies"));
  }
  const std::map<int, std::string> needed = {{4, "@codspeed/vitest-plugin"}, {5, "@codspeed/core"}};
  const auto need = needed.find(major);
  if (need == needed.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat(packages.label(), " has vitest ", version, "; expected vitest 4 or 5"));
  }
  if (packages.facts().contains(need->second)) return major;
  return absl::InvalidArgumentError(
      absl::StrCat(packages.label(), " has vitest ", version, " and no ", need->second,
                   ", by which that is measured: add it to the pin's packages"));
}

absl::StatusOr<std::string> ProcessorOf(const std::string& platform) {
  if (platform == "linux-x64") return "x86_64";
  if (platform == "linux-arm64") return "aarch64";
  return absl::FailedPreconditionError(
      absl::StrCat("instructions are counted by valgrind, which doesn't run node on ", platform,
                   "; expected linux-x64 or linux-arm64"));
}

}  // namespace

absl::StatusOr<BuildInputs> InputsOf(const v1::ExpandRequest& request, const v1::Build& build) {
  const v1::Experiment& experiment = request.experiment();
  const auto parameter = [&](const char* name) {
    return FindParameter(experiment, build, name).value_or("");
  };
  BuildInputs inputs;
  inputs.build = build.name();
  ASSIGN_OR_RETURN(inputs.processor, ProcessorOf(request.platform()));
  ASSIGN_OR_RETURN(inputs.node, Required(request, build, kNodeInput));
  ASSIGN_OR_RETURN(inputs.packages, Required(request, build, kPackagesInput));
  ASSIGN_OR_RETURN(inputs.package, Required(request, build, kPackageInput));
  ASSIGN_OR_RETURN(inputs.vitest, VitestMajor(*inputs.packages));
  if (parameter(kIsolation) == "FILE") inputs.isolation = Isolation::kFile;
  for (const auto file : absl::StrSplit(parameter(kFiles), ' ', absl::SkipEmpty())) {
    inputs.files.push_back(std::string(file));
  }
  inputs.config = parameter(kConfig);
  inputs.suppress_warnings = parameter(kSuppressWarnings);
  if (inputs.vitest == 4 && !inputs.suppress_warnings.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("vitest 4 has no option ", kSuppressWarnings,
                                                   ": take the parameter from this build"));
  }
  inputs.timeout = CommandTimeout(experiment);
  return inputs;
}

}  // namespace benchcell::codspeed
