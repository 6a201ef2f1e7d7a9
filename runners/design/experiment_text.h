// Reads the text of an experiment, going on after an error where it can, so that all of them are
// told at once.

#ifndef BENCHCELL_RUNNERS_DESIGN_EXPERIMENT_TEXT_H_
#define BENCHCELL_RUNNERS_DESIGN_EXPERIMENT_TEXT_H_

#include <google/protobuf/text_format.h>

#include <memory>
#include <string>

#include "benchcell/v1/experiment.pb.h"
#include "runners/design/input_errors.h"

namespace benchcell {

struct ExperimentText {
  v1::Experiment experiment;
  // Where its fields stand.
  std::unique_ptr<google::protobuf::TextFormat::ParseInfoTree> tree;
  // Whether everything in the text is in `experiment`. If not, what is missing there may well be
  // what could not be read.
  bool complete = true;
  // Whether the text could be read to its end.
  bool whole = true;
};

// Parses protobuf's text format. Adds to `errors`: unknown fields with the nearest field of the
// message they stand in, values of a wrong type, unknown enumeration values, fields given twice,
// and the first mistake in the structure, after which nothing is read. Text that isn't UTF-8, be it
// in the file or in a string that escapes spell, and text nested deeper than
// kDeepestNesting leave no experiment at all.
ExperimentText ReadExperimentText(const std::string& text, InputErrors& errors);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_EXPERIMENT_TEXT_H_
