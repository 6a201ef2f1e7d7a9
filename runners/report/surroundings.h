// What has to be said of the machines beside what they are: the class, quiet, kept apart.

#ifndef BENCHCELL_RUNNERS_REPORT_SURROUNDINGS_H_
#define BENCHCELL_RUNNERS_REPORT_SURROUNDINGS_H_

#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"

namespace benchcell {

// Whole sentences for the runs of one machine in one epoch that count; `name` is how they call it
// (`This machine`). What it lacks of the class that the experiment asks for, whether it was
// measured although it was not quiet, and what its commands could not be kept from. Empty if all is
// as it should be. Markdown.
std::vector<std::string> Surroundings(const v1::ExperimentRun& run, const v1::Machine& machine,
                                      const std::string& name);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_SURROUNDINGS_H_
