// How the machine at hand differs from the one of a published table.

#ifndef BENCHCELL_RUNNERS_REPORT_PUBLISHED_MACHINE_H_
#define BENCHCELL_RUNNERS_REPORT_PUBLISHED_MACHINE_H_

#include <string>

#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// Version of the bundles that the experiment's inputs called `node` stand for on this platform:
// `24.22.1`; several in the order of the inputs, joined by `/`. Empty if no bundle tells.
std::string NodeVersion(const v1::ResolvedExperiment& resolved, const std::string& platform);

// One sentence that compares processor, number of processors and node version; facts that either
// side doesn't know are left out. Empty if there is nothing to compare. `name` is how the sentence
// calls the machine.
std::string CompareMachines(const std::string& name, const v1::PublishedMachine& published,
                            const v1::MachineFacts& facts, const std::string& node_version);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_PUBLISHED_MACHINE_H_
