// What the command plugin can do.

#ifndef BENCHCELL_PLUGINS_COMMAND_DESCRIPTION_H_
#define BENCHCELL_PLUGINS_COMMAND_DESCRIPTION_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::command {

inline constexpr char kPluginName[] = "command";

// Parameters.
inline constexpr char kCommandParameter[] = "command";
inline constexpr char kPrepareParameter[] = "prepare";
inline constexpr char kWarmupParameter[] = "warmup";
inline constexpr char kEnvironmentParameter[] = "environment";
inline constexpr char kMetricParameter[] = "metric";
inline constexpr char kProgramParameter[] = "program";
inline constexpr char kExitParameter[] = "exit";
inline constexpr char kFilesParameter[] = "files";
inline constexpr char kNetworkParameter[] = "network";

// Values of `files` and `exit`.
inline constexpr char kFreshFiles[] = "fresh";
inline constexpr char kKeptFiles[] = "kept";
inline constexpr char kAnyExit[] = "any";

v1::PluginDescription Description();

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_DESCRIPTION_H_
