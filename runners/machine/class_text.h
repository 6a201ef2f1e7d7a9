// Reads a machine class from its text.

#ifndef BENCHCELL_RUNNERS_MACHINE_CLASS_TEXT_H_
#define BENCHCELL_RUNNERS_MACHINE_CLASS_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// `text`: a MachineClass in protobuf text format; `file` is how errors call it. Checks that the
// name is one, that there is a title, that each requirement names a fact that MachineFacts has,
// says what it must be and what to do about it, that patterns are RE2's, minimums are asked of
// numbers, values of switches are `on` or `off`, and that no list asks the same twice.
//
// INVALID_ARGUMENT with the first mistake.
absl::StatusOr<v1::MachineClass> ParseClass(const std::string& text, const std::string& file);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_CLASS_TEXT_H_
