// A part of an experiment: some of its cells, some of its builds.

#ifndef BENCHCELL_RUNNERS_DESIGN_FILTER_H_
#define BENCHCELL_RUNNERS_DESIGN_FILTER_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// The experiment with only the cells that `filter` describes: `pool=forks|threads,state=warm` keeps
// the cells at one of the listed levels of every listed axis. A backslash takes the meaning from
// a following `,`, `|`, `=` or backslash. Published rows of cells that are gone go, too. The
// experiment is valid.
//
// INVALID_ARGUMENT, naming what was found, what was expected and the nearest valid name: a part
// without `=`, an axis twice, an axis or level that no cell of the experiment has, no cell left.
absl::StatusOr<v1::Experiment> KeepCells(const v1::Experiment& experiment,
                                         const v1::PluginDescription& plugin,
                                         std::string_view filter);

// The experiment with only the builds named in `names` (`a,b`), in the experiment's order: the
// first of those that remain is the baseline. Published values of builds that are gone go, too, and
// all published changes if the baseline is gone, since they speak of that one.
//
// INVALID_ARGUMENT for an unknown build, one named twice, or none.
absl::StatusOr<v1::Experiment> KeepBuilds(const v1::Experiment& experiment, std::string_view names);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_FILTER_H_
