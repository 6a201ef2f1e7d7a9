// The parts of Validate: each looks at one part of an experiment and adds what is wrong with it.

#ifndef BENCHCELL_RUNNERS_DESIGN_CHECKS_H_
#define BENCHCELL_RUNNERS_DESIGN_CHECKS_H_

#include <vector>

#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "runners/design/input_errors.h"
#include "runners/design/text_site.h"
#include "runners/design/vocabulary.h"

namespace benchcell {

struct CheckContext {
  const v1::Experiment& experiment;
  // Of the experiment.
  const TextSite& site;
  const Vocabulary& vocabulary;
  // Whether the whole text is in `experiment`; if not, nothing is called missing.
  bool complete;
  InputErrors& errors;
};

// Name, plugin, protocol, machine class.
void CheckHead(const CheckContext& context);

// Axes and levels of the grids. Returns the cells, none if there is any doubt about them.
std::vector<v1::Cell> CheckGrids(const CheckContext& context);

// Builds, inputs and parameters; `cells` as above.
void CheckBuilds(const CheckContext& context, const std::vector<v1::Cell>& cells);

// The published table; `cells` as above.
void CheckPublished(const CheckContext& context, const std::vector<v1::Cell>& cells);

// One axis at one level, wherever it stands. True if both are known.
bool CheckLevel(const CheckContext& context, const TextSite& site, const v1::Level& level);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_CHECKS_H_
