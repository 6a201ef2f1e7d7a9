// What the codspeed plugin is and what it takes.

#ifndef BENCHCELL_PLUGINS_CODSPEED_DESCRIPTION_H_
#define BENCHCELL_PLUGINS_CODSPEED_DESCRIPTION_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::codspeed {

// The axis whose levels are URIs of benchmarks, and the level that stands for all of them.
inline constexpr char kBenchmarkAxis[] = "benchmark";
inline constexpr char kAll[] = "*";
// The axis of cells that are whole files.
inline constexpr char kFileAxis[] = "file";

// Inputs.
inline constexpr char kNodeInput[] = "node";
inline constexpr char kPackagesInput[] = "packages";
inline constexpr char kPackageInput[] = "package";

// Parameters.
inline constexpr char kIsolation[] = "isolation";
inline constexpr char kFiles[] = "files";
inline constexpr char kConfig[] = "config";
inline constexpr char kSuppressWarnings[] = "suppressExportGetterWarnings";

v1::PluginDescription Description();

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_DESCRIPTION_H_
