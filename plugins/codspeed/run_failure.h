// Why a run has no counts, in words.

#ifndef BENCHCELL_PLUGINS_CODSPEED_RUN_FAILURE_H_
#define BENCHCELL_PLUGINS_CODSPEED_RUN_FAILURE_H_

#include <string>

#include "benchcell/v1/plugin.pb.h"
#include "plugins/codspeed/found_benchmarks.h"

namespace benchcell::codspeed {

using RawOutputs = google::protobuf::RepeatedPtrField<v1::RawOutputFile>;

// The content of a raw output; empty if there is none of that name.
std::string ContentOf(const RawOutputs& outputs, const std::string& name);

// `boom (src/read.bench.ts:4:44)`.
std::string Describe(const FoundError& error);

// `it ended with exit code 3`.
std::string HowItEnded(const v1::Exit& exit);

// Of a run that ended before vitest could tell of its benchmarks: what is known to cause it and
// what to do, or how it ended, with the first and last words of vitest, node and valgrind.
std::string NoReport(const v1::RunRecord& record, const RawOutputs& outputs);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_RUN_FAILURE_H_
