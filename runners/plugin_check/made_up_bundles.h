// Bundles for labels, without fetching anything.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_MADE_UP_BUNDLES_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_MADE_UP_BUNDLES_H_

#include <vector>

#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/experiment.pb.h"

namespace benchcell {

// One for each label of the experiment: that of `recorded` or, if there is none, one that is made
// up, for any platform. Its digest is that of the label; its fact `version` is what stands at the
// label's end in the form of one: 24.22.1 of `//toolchains/node:24.22.1`, 5.1.0 of
// `//toolchains/npm:vitest-5.1.0-main`.
std::vector<v1::Bundle> BundlesFor(const v1::Experiment& experiment,
                                   const std::vector<v1::Bundle>& recorded);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_MADE_UP_BUNDLES_H_
