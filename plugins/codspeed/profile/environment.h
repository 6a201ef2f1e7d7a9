// What CodSpeed's core says of a process, in environment-PID.json.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_ENVIRONMENT_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_ENVIRONMENT_H_

#include <string>
#include <string_view>

namespace benchcell::codspeed {

// Empty for what isn't known.
struct Environment {
  std::string node;       // 24.22.1
  std::string processor;  // x86_64, aarch64: from the name of the dynamic linker
};

// Of text that isn't as expected, what is.
Environment ParseEnvironment(std::string_view json);

// The architecture for which a dynamic linker is: `x86_64` for `ld-linux-x86-64.so.2`. Empty for
// names of other files.
std::string ProcessorOfLinker(std::string_view file_name);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_ENVIRONMENT_H_
