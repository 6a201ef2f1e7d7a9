// The files and folders that a command finds, and where it stands among them.
//
//     DIRECTORY/work/in/          the commands run here, as many `in` deep as an input's path leads
//     up DIRECTORY/work/data.csv     the input `../data.csv` DIRECTORY/home, tmp         HOME and
//     TMPDIR

#ifndef BENCHCELL_PLUGINS_COMMAND_INPUTS_H_
#define BENCHCELL_PLUGINS_COMMAND_INPUTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell::command {

inline constexpr char kWorkFolder[] = "work";

// Fact of the bundle of a single file: the name of the file in it.
inline constexpr char kFileFact[] = "file";

struct PlacedInput {
  // From the agent's directory: `work/data.csv`.
  std::string path;
  const v1::Bundle* bundle;
};

// Where the commands of all builds run: the paths of all builds have the same length.
// INVALID_ARGUMENT if the name of an input is no relative path, or leads up more than 8 folders.
absl::StatusOr<std::string> WorkingDirectory(const v1::Experiment& experiment);

// Where a path that a command names is, from the agent's directory. INVALID_ARGUMENT if it is
// outside of what inputs can be.
absl::StatusOr<std::string> PlaceOf(std::string_view path, std::string_view working_directory);

// Those of a build in a cell, sorted by path. They live in the request. INVALID_ARGUMENT if one is
// given twice or lies inside of another.
absl::StatusOr<std::vector<PlacedInput>> InputsOf(const v1::ExpandRequest& request,
                                                  const v1::Cell& cell, const v1::Build& build,
                                                  std::string_view working_directory);

// Whether `path` is one of them, or inside of one.
bool Covers(const std::vector<PlacedInput>& inputs, std::string_view path);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_INPUTS_H_
