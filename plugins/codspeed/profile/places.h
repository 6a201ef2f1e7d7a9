// Where code is from: as people read it, and whether it belongs to who measures.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_PLACES_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_PLACES_H_

#include <string>
#include <string_view>

namespace benchcell::codspeed {

// Whether a path or a file: URL lies under node_modules in the folder of a package that runs or
// measures benchmarks (vitest, @vitest/..., vite, tinybench, @codspeed/...), or is the file
// `benchcell/provider.mjs`, which benchcell's plugin gives to Vitest.
bool IsHarnessPlace(std::string_view place);

// Whether a function is CodSpeed's around each benchmark, whatever the file.
bool IsHarnessFunction(std::string_view function);

// A path or a file: URL as people read it: behind its last node_modules/, from benchcell/ on for
// its provider, or relative to the root, which ends in `/`. An empty root is none.
std::string ShortPlace(std::string_view place, const std::string& root);

// The folder of the project: what stands before the first /node_modules/ in a command, with a `/`
// at its end. Empty if there is none.
std::string RootOfCommand(std::string_view command);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_PLACES_H_
