// Status in the flow of a function, as absl's later releases have it:
//
//     RETURN_IF_ERROR(store.Requeue(key, token));
//     ASSIGN_OR_RETURN(v1::Machine machine, store.EnrollMachine(facts));

#ifndef BENCHCELL_RUNNERS_BASE_STATUS_MACROS_H_
#define BENCHCELL_RUNNERS_BASE_STATUS_MACROS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace benchcell {

// The same status with `context: ` in front of its message; OK stays OK.
inline absl::Status Annotate(const absl::Status& status, const std::string& context) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(context, ": ", status.message()));
}

}  // namespace benchcell

#define BENCHCELL_CONCAT_INNER(a, b) a##b
#define BENCHCELL_CONCAT(a, b) BENCHCELL_CONCAT_INNER(a, b)

#define RETURN_IF_ERROR(expression)                           \
  do {                                                        \
    if (absl::Status _status = (expression); !_status.ok()) { \
      return _status;                                         \
    }                                                         \
  } while (false)

#define BENCHCELL_ASSIGN_OR_RETURN(variable, target, expression) \
  auto variable = (expression);                                  \
  if (!variable.ok()) return std::move(variable).status();       \
  target = *std::move(variable)

#define ASSIGN_OR_RETURN(target, expression) \
  BENCHCELL_ASSIGN_OR_RETURN(BENCHCELL_CONCAT(_status_or_, __LINE__), target, expression)

#endif  // BENCHCELL_RUNNERS_BASE_STATUS_MACROS_H_
