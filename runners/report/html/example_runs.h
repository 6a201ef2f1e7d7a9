// Stored runs that show what a page has to show. Their numbers are drawn from a fixed seed.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_EXAMPLE_RUNS_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_EXAMPLE_RUNS_H_

#include <string>

#include "benchcell/v1/result.pb.h"

namespace benchcell::html {

// Two builds of three cells with published figures, two rounds of eight pairs: a clear change with
// an outlier, one that isn't told apart, and one with failed runs, a superseded attempt, a machine
// that wasn't quiet and a drift. With pins, facts and a source.
v1::ExperimentRun TypicalRun();

// The cell of two machines, one of which came back with other facts.
v1::ExperimentRun MovedRun();

// Counts with causes and published changes.
v1::ExperimentRun CountedRun();

// Measured elsewhere: without pairs, times or a machine.
v1::ExperimentRun ImportedRun();

// One build and nothing that succeeded.
v1::ExperimentRun FailedRun();

// Every name that people or programs choose is hostile: markup, quotes, line breaks, right-to-left,
// emoji, 3,000 characters.
v1::ExperimentRun HostileRun();

// `rows` cells with `pairs` pairs each.
v1::ExperimentRun LargeRun(int rows, int pairs);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_EXAMPLE_RUNS_H_
