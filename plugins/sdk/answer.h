// What most plugins put into the answer about a run.

#ifndef BENCHCELL_PLUGINS_SDK_ANSWER_H_
#define BENCHCELL_PLUGINS_SDK_ANSWER_H_

#include <string>

#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// An answer of that status and message, which need not be valid UTF-8.
v1::ParseResponse Failed(v1::RunStatus status, const std::string& message);

// Of a metric of scope RUN, in its unit.
void AddSample(const std::string& metric, double value, v1::ParseResponse& response);

// What the system says of the run: wall_time, cpu_time, user_cpu_time and system_cpu_time in
// seconds, peak_memory in bytes. The description has to have these metrics.
void AddUsageSamples(const v1::Usage& usage, v1::ParseResponse& response);

// The end of standard output and standard error, under their names; to be put behind a message.
// Empty if there is none.
std::string OutputTail(const v1::ParseRequest& request);

}  // namespace benchcell

#endif  // BENCHCELL_PLUGINS_SDK_ANSWER_H_
