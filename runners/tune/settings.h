// The settings of a machine that can be changed while it runs, each a name with a short text.

#ifndef BENCHCELL_RUNNERS_TUNE_SETTINGS_H_
#define BENCHCELL_RUNNERS_TUNE_SETTINGS_H_

#include <optional>
#include <string>

#include "absl/status/status.h"

namespace benchcell {

class Settings {
 public:
  virtual ~Settings() = default;

  // The value in force; absent if this machine has no such setting, or doesn't tell.
  virtual std::optional<std::string> Read(const std::string& name) = 0;

  // OK only if the value is in force afterwards. Errors name the setting and the system's reason.
  virtual absl::Status Write(const std::string& name, const std::string& value) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_SETTINGS_H_
