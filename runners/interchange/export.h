// A stored run in the format of another tool.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_EXPORT_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_EXPORT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"

namespace benchcell {

// `benchstat`, `github-action-benchmark`, `hyperfine`, `bencher`.
const std::vector<std::string>& ExportFormats();
bool IsExportFormat(const std::string& format);

// The end of a file's name: `benchstat.txt`, `hyperfine.json`.
std::string ExportEnding(const std::string& format);

// INVALID_ARGUMENT for a metric or build that the run doesn't have, or that the format can't have.
absl::StatusOr<Exported> ExportRun(const std::string& format, const v1::ExperimentRun& run,
                                   const ExportChoice& choice);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_EXPORT_H_
