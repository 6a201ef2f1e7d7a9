// What a benchmark's output says about why it ended.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_FAILURE_H_
#define BENCHCELL_PLUGINS_NODE_CORE_FAILURE_H_

#include <optional>
#include <string>

#include "benchcell/v1/result.pb.h"

namespace benchcell::node_core {

// The key under which HTTP benchmarks are told their tool, and which they add to what they report.
inline constexpr char kHttpTool[] = "benchmarker";

// A way to fail that has a name.
struct Failure {
  // GENUINE_FAILURE, or HARNESS_ERROR where the machine is not as the benchmark needs it.
  v1::RunStatus status = v1::GENUINE_FAILURE;
  // What it is and what to do.
  std::string sentence;
  // The sentence says all: the end of the output would add nothing.
  bool is_whole = false;
};

// nullopt if the standard error of a benchmark holds no sign that is known.
std::optional<Failure> Recognize(const std::string& error_output);

// What to say where node's own stand-in for an HTTP tool has measured.
Failure TestDouble(const std::string& name);

// Whether an HTTP tool is one of node's stand-ins.
bool IsTestDouble(const std::string& name);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_FAILURE_H_
