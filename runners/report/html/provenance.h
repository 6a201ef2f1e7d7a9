// What someone else needs to get the table again: the pins, the order, the protocol, the machines.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_PROVENANCE_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_PROVENANCE_H_

#include <string>

#include "benchcell/v1/result.pb.h"

namespace benchcell::html {

// The section of it. All of it is the run's own: nothing of the time or place of the call.
std::string ProvenanceSection(const v1::ExperimentRun& run);

// `2026-11-30 14:35:02 UTC`; empty where the run doesn't tell when it was made.
std::string Created(const v1::ExperimentRun& run);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_PROVENANCE_H_
