// What a command line says of the commands that it compares.

#ifndef BENCHCELL_RUNNERS_ADHOC_ADHOC_OPTIONS_H_
#define BENCHCELL_RUNNERS_ADHOC_ADHOC_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace benchcell {

// Values of its flags, as they were given; empty where a flag isn't.
struct AdhocOptions {
  // [NAME=]COMMAND each.
  std::vector<std::string> commands;
  // NAME=LEVEL,LEVEL each.
  std::vector<std::string> axes;
  // NAME=VALUE each.
  std::vector<std::string> environment;
  // As the command plugin's parameter `metric` has them.
  std::vector<std::string> metrics;
  // Paths.
  std::vector<std::string> bring;
  std::string prepare;
  uint32_t warmup = 0;
  std::string exit_codes;
  // Absent: the default of every experiment.
  std::optional<absl::Duration> timeout;
  bool shell = false;
  bool keep_files = false;
  bool network = false;
  bool ignore_failure = false;

  bool given() const { return !commands.empty(); }
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_ADHOC_OPTIONS_H_
