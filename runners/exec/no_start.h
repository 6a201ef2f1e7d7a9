// Whose fault it is that a program did not start: its own, or the machine's.

#ifndef BENCHCELL_RUNNERS_EXEC_NO_START_H_
#define BENCHCELL_RUNNERS_EXEC_NO_START_H_

#include <string>

#include "absl/status/status.h"

namespace benchcell {

// For a program that execve refused with `error`. ABORTED if no machine would start it as it is: it
// isn't there, may not be run, is no program, is a script whose interpreter is missing, or has too
// long arguments. Otherwise the status of `error`: it would have to be mended on the machine. The
// message names the program, for a script its interpreter, and the system's reason.
absl::Status NoStart(const std::string& program, int error);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_NO_START_H_
