#include "runners/cli/agent_check.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/agent/grpc_coordinator_client.h"
#include "runners/base/status_macros.h"
#include "runners/cli/lab_channel.h"
#include "runners/cli/state_directory.h"
#include "runners/machine/known_classes.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/readiness/class_findings.h"
#include "runners/readiness/findings_text.h"
#include "runners/readiness/link_findings.h"
#include "runners/readiness/this_machine.h"

namespace benchcell {
namespace {

// A question that every member may ask, about no blob at all.
absl::Status AskCoordinator(const Options& options) {
  ASSIGN_OR_RETURN(auto channel, MakeLabChannel(options));
  return ExplainLink(MakeGrpcCoordinatorClient(std::move(channel))->FindMissing({}).status(),
                     SecurityOf(options));
}

}  // namespace

absl::StatusOr<int> CheckForAgent(const CommandContext& context) {
  const Options& options = context.options;
  if (options.tune) {
    return absl::InvalidArgumentError(
        "found --check with --tune, expected one of them: --check changes nothing, and holds the "
        "class against governor and turbo as they are without --tune");
  }
  MachineToCheck machine;
  ASSIGN_OR_RETURN(machine.facts, NewMachineFactsReader()->Read());
  std::string chosen = "as --class says";
  if (options.machine_class.empty()) {
    machine.machine_class = NearestClass(KnownClasses(), machine.facts);
    chosen = "the nearest class";
  } else {
    ASSIGN_OR_RETURN(machine.machine_class, FindClass(options.machine_class));
  }
  ASSIGN_OR_RETURN(machine.state_dir, StateDirectory(options));
  machine.warden = context.places.Warden();
  std::vector<Finding> findings = CheckThisMachine(machine, context.interrupted);
  if (!options.tls.empty()) findings.push_back(CertificateFinding(options.tls, absl::Now()));
  if (!options.coordinator.empty()) {
    findings.push_back(CoordinatorFinding(options.coordinator, AskCoordinator(options)));
  }
  context.out << FindingsText(absl::StrCat("Held against ", machine.machine_class.name(), ", ",
                                           chosen, ": ", machine.machine_class.title()),
                              findings);
  return AnyLacks(findings) ? kExitRowFailed : kExitOk;
}

}  // namespace benchcell
