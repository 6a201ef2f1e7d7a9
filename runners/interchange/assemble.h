// From what files of other tools say to a run of the result schema.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_ASSEMBLE_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_ASSEMBLE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/result.pb.h"
#include "runners/base/random.h"
#include "runners/interchange/measured.h"

namespace benchcell {

// A file and the build that it is.
struct NamedFile {
  std::string build;
  std::string name;
  std::string sha256;
  MeasuredFile content;
};

// Facts that no file says.
struct AssembleFacts {
  absl::Time now;
  // Of the id.
  RandomSource random;
  std::string version;
};

// All files are of one format. A cell for each set of levels, in the order in which they first
// come, with one round. The builds are those of the file if there is one file and it has several;
// otherwise the files' builds in their order (two files of one build are more runs of it), and what
// the file would have called a build is the level `command`. Positions and indexes only number the
// runs of a cell: order, machine and times are unset, since nobody knows them.
//
// INVALID_ARGUMENT: no result at all, no value at all, a name twice in one file, too many results
// or runs (measured.h).
absl::StatusOr<v1::ExperimentRun> Assemble(const std::vector<NamedFile>& files,
                                           const AssembleFacts& facts);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_ASSEMBLE_H_
