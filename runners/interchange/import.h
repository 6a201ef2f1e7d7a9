// Results that were measured elsewhere, from files to a run of the result schema.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_IMPORT_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_IMPORT_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/assemble.h"
#include "runners/interchange/json_input.h"

namespace benchcell {

struct ImportFile {
  std::filesystem::path path;
  // Empty: named after the file.
  std::string build;
};

struct ImportRequest {
  // At least one.
  std::vector<ImportFile> files;
  // `hyperfine`, `vitest-bench`, `google-benchmark` or `benchcell`; empty: found from the content.
  std::string format;
};

struct ImportedRun {
  v1::ExperimentRun run;
  // What the files have and the run doesn't, and what they lack: whole sentences for people.
  std::vector<std::string> remarks;
};

// Formats that Import reads.
const std::vector<std::string>& ImportFormats();

// Whether the file looks like JSON, so that it is one of ours to explain: its first byte that is no
// white space is `{` or `[`. False if it can't be read.
bool LooksLikeJson(const std::filesystem::path& path);

// A run of benchcell's own JSON is returned as it is, id included; all else gets a new id and
// `imported`. INVALID_ARGUMENT, naming the file and the place in it, for what is in none of the
// formats, for files of different formats, and as the readers say.
absl::StatusOr<ImportedRun> Import(const ImportRequest& request, const AssembleFacts& facts,
                                   const InputLimits& limits = {});

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_IMPORT_H_
