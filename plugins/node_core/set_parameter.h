// The parameter `set`: values for keys of benchmarks, as compare.js takes with --set.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_SET_PARAMETER_H_
#define BENCHCELL_PLUGINS_NODE_CORE_SET_PARAMETER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell::node_core {

struct SetKey {
  std::string key;
  // At least one.
  std::vector<std::string> value;
};

// `n=10,script=a|b`: commas between keys, | between values; a backslash before one of these three
// characters takes it as it is. A value may be empty. Of a key that comes twice the last counts, so
// that a command line can change what an experiment sets. INVALID_ARGUMENT for a key that is
// missing and for a backslash before anything else. Empty text is no key.
absl::StatusOr<std::vector<SetKey>> ParseSet(const std::string& text);

// The same as arguments for a benchmark file: `n=10`, `script=a`, `script=b`.
std::vector<std::string> ArgumentsOf(const std::vector<SetKey>& keys);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_SET_PARAMETER_H_
